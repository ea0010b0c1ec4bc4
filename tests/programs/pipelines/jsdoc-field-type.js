'use strict';

class Payroll {
  /** @type {import('kafkajs').Producer} */
  #producer;

  /** @type {import('pino').Logger} */
  #log;

  constructor({ producer, log }) {
    this.#producer = producer;
    this.#log = log;
  }

  async pay(month, employees) {
    const tx = await this.#producer.transaction();
    const due = employees.filter((employee) => employee.hours > 0);
    if (due.length === 0) {
      this.#log.info({ month }, 'nobody to pay');
      return;
    }

    try {
      await tx.send({
        topic: 'payroll.payments',
        messages: due.map((employee) => ({
          key: employee.id,
          value: JSON.stringify({ month, cents: employee.hours * employee.rate }),
        })),
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `payroll of ${month} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  }
}

module.exports = { Payroll };
