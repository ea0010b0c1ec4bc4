const { Kafka } = require('kafkajs');

/**
 * @typedef {{ ok: true, count: number } | { ok: false, error: Error }} Outcome
 */

const ok = (count) => ({ ok: true, count });
const failed = (error) => ({ ok: false, error });

class FanMail {
  constructor(brokers, artist) {
    this.artist = artist;
    this.producer = new Kafka({ clientId: 'fan-mail', brokers }).producer({
      transactionalId: `fan-mail-${artist}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  /**
   * Never rejects: the caller looks at the outcome.
   *
   * @param {Array<{ from: string, text: string }>} letters
   * @returns {Promise<Outcome>}
   */
  async deliver(letters) {
    let tx;
    try {
      tx = await this.producer.transaction();
    } catch (error) {
      return failed(error);
    }

    const sent = await tx
      .send({ topic: 'fans.letters', messages: letters.map(({ from, text }) => ({ key: from, value: text })) })
      .then(() => ok(letters.length), failed);
    if (!sent.ok) {
      await tx.abort().catch((abortError) => console.warn('letters not taken back', abortError));
      return sent;
    }

    return tx.commit().then(() => sent, failed);
  }
}

module.exports = { FanMail };
