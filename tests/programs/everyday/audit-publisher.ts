import { Kafka, type Producer } from 'kafkajs';

interface AuditRecord {
  actor: string;
  action: string;
  at: number;
}

export class AuditPublisher {
  private producer: Producer;

  constructor(brokers: string[], private readonly service: string) {
    this.producer = new Kafka({ clientId: `${service}-audit`, brokers }).producer({
      transactionalId: `${service}-audit`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }

  async publish(records: AuditRecord[]): Promise<void> {
    const txn = await this.producer.transaction();
    try {
      await txn.send({
        topic: 'audit',
        messages: records.map((r) => ({ key: r.actor, value: JSON.stringify({ ...r, service: this.service }) })),
      });
      await txn.send({ topic: 'audit.counts', messages: [{ key: this.service, value: `${records.length}` }] });
    } catch (err) {
      await txn.abort();
      throw err;
    }
    await txn.commit();
  }
}
