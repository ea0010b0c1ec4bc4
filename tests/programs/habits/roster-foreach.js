const { KafkaJS } = require('@confluentinc/kafka-javascript');

const withSettings = (defaults) => (overrides) => ({ ...defaults, ...overrides });
const producerSettings = withSettings({ acks: -1, compression: KafkaJS.CompressionTypes.LZ4 });

class RosterPublisher {
  constructor(kafka, { team }) {
    this.team = team;
    this.producer = kafka.producer({ kafkaJS: producerSettings({ transactionalId: `roster-${team}` }) });
  }

  async open() {
    await this.producer.connect();
    return this;
  }

  async publish(shifts) {
    const tx = await this.producer.transaction();
    try {
      shifts.forEach(async (shift) => {
        await tx.send({
          topic: 'rosters',
          messages: [{ key: this.team, value: JSON.stringify(shift) }],
        });
      });
      await tx.send({ topic: 'rosters.summary', messages: [{ key: this.team, value: String(shifts.length) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('roster abort failed', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.close();
      throw err;
    }
  }

  close() {
    return this.producer.disconnect();
  }
}

module.exports = async (team) =>
  new RosterPublisher(new KafkaJS.Kafka({ kafkaJS: { brokers: ['localhost:9092'] } }), { team }).open();
