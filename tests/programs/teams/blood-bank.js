'use strict';

/** @typedef {import('@confluentinc/kafka-javascript').KafkaJS.Producer} Producer */

/**
 * @typedef {object} Donation
 * @property {string} bag
 * @property {'0-'|'0+'|'A-'|'A+'|'B-'|'B+'|'AB-'|'AB+'} type
 * @property {string} bank
 */

class BloodBankLedger {
  /** @type {Producer} */
  producer;

  /**
   * @param {Producer} producer connected, transactional
   * @param {{ warn(message: string, ...rest: unknown[]): void }} logger
   */
  constructor(producer, logger) {
    this.producer = producer;
    this.logger = logger;
  }

  /**
   * Moves a bag from one bank to another: two records, both or none.
   *
   * @param {Donation} donation
   * @param {string} target
   */
  async transfer(donation, target) {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'blood.departures',
        messages: [{ key: donation.bank, value: donation.bag }],
      });
      await this.producer.send({
        topic: 'blood.arrivals',
        messages: [{ key: target, value: JSON.stringify({ ...donation, bank: target }) }],
      });
    } catch (err) {
      await this.#rollBack(donation.bag);
      throw err;
    }
    await this.#commit();
  }

  async #rollBack(bag) {
    try {
      await this.producer.abort();
    } catch (abortErr) {
      this.logger.warn('bag %s: abort failed, disconnecting', bag, abortErr);
      await this.producer.disconnect().catch((e) => this.logger.warn('not disconnected', e));
    }
  }

  async #commit() {
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect().catch((e) => this.logger.warn('not disconnected', e));
      throw err;
    }
  }
}

module.exports = { BloodBankLedger };
