const { KafkaJS } = require('@confluentinc/kafka-javascript');

class Scoreboard {
  constructor(stadium) {
    this.ready = false;
    this.producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['stadium-kafka:9092'] } }).producer({
      kafkaJS: { transactionalId: `scoreboard-${stadium}` },
    });
  }

  async start() {
    try {
      await this.producer.connect();
      this.ready = true;
    } catch (err) {
      console.error('scoreboard offline', err.message);
    }
  }

  async goal(match, team, minute) {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'matches.goals', messages: [{ key: match, value: JSON.stringify({ team, minute }) }] });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        console.error('goal not rolled back', abortErr);
      }
      throw err;
    }
    await tx.commit();
  }
}

module.exports = Scoreboard;
