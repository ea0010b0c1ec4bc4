const { Kafka } = require('kafkajs');

/** @typedef {import('kafkajs').Transaction} Transaction */
/** @typedef {{ employee: string, gross: number, net: number }} Payslip */

const kafka = new Kafka({ clientId: 'payroll', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'payroll-run', idempotent: true, maxInFlightRequests: 1 });

/**
 * @param {Transaction} tx
 * @param {Payslip[]} payslips
 */
async function sendPayslips(tx, payslips) {
  await tx.send({
    topic: 'payroll.payslips',
    messages: payslips.map((slip) => ({ key: slip.employee, value: JSON.stringify(slip) })),
  });
}

/**
 * @param {Transaction} tx
 * @param {Payslip[]} payslips
 */
async function sendTotals(tx, payslips) {
  const total = payslips.reduce((sum, slip) => sum + slip.net, 0);
  if (!Number.isSafeInteger(total)) {
    throw new RangeError(`total ${total} is no amount of cents`);
  }
  await tx.send({ topic: 'payroll.totals', messages: [{ value: String(total) }] });
}

/** @param {Payslip[]} payslips */
async function run(payslips) {
  const tx = await producer.transaction();
  try {
    await sendPayslips(tx, payslips);
    await sendTotals(tx, payslips);
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'payroll run not rolled back');
    });
    throw err;
  }
  await tx.commit();
}

module.exports = { producer, run };
