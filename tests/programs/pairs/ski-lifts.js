const kafkajs = require('kafkajs');

const { KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } = kafkajs;

/** What the lift's display says about an error. */
function displayText(err) {
  if (err instanceof KafkaJSNonRetriableError) {
    return 'RIDES NOT STORED - CALL SERVICE';
  }
  if (err instanceof KafkaJSNumberOfRetriesExceeded) {
    return 'RIDES NOT STORED - BROKERS BUSY';
  }
  if (err instanceof KafkaJSProtocolError) {
    return `RIDES REFUSED (${err.code})`;
  }
  return 'RIDES NOT STORED';
}

class LiftCounter {
  /**
   * @param {import('kafkajs').Producer} producer
   * @param {{ show(text: string): void }} display
   */
  constructor(producer, display) {
    this.producer = producer;
    this.display = display;
  }

  async store(rides) {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'lifts.rides', messages: rides.map((ride) => ({ key: ride.pass, value: ride.lift })) });
    } catch (err) {
      this.display.show(displayText(err));
      await tx.abort().catch((abortErr) => console.error('rides not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

module.exports = { LiftCounter };
