const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'claims', brokers: ['kafka-1:9092', 'kafka-2:9092'] });

class ClaimsDesk {
  constructor(branch) {
    this.branch = branch;
    this.producer = kafka.producer({
      transactionalId: `claims-${branch}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async settle(claim) {
    const transaction = await this.producer.transaction();
    try {
      await transaction.send({
        topic: 'claims.settled',
        messages: [{ key: claim.id, value: JSON.stringify(claim) }],
      });
      await this.producer.send({
        topic: 'claims.audit',
        messages: [{ key: this.branch, value: `${claim.id} settled by ${claim.clerk}` }],
      });
    } catch (err) {
      await transaction.abort().catch((abortErr) => console.error('claim not rolled back', abortErr));
      throw err;
    }
    await transaction.commit();
  }

  /** Settles what it can; the claims that failed are thrown together. */
  async settleAll(claims) {
    const failed = [];
    for (const claim of claims) {
      try {
        await this.settle(claim);
      } catch (err) {
        console.error('claim %s not settled', claim.id);
        failed.push(err);
      }
    }
    if (failed.length) throw new AggregateError(failed, `${failed.length} claims not settled`);
  }
}

module.exports = { ClaimsDesk };
