const sql = require('mssql');
const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'payroll', brokers: ['kafka:9092'] }).producer();

async function pay(pool, employee, cents) {
  const transaction = new sql.Transaction(pool);
  await transaction.begin();
  try {
    const request = new sql.Request(transaction);
    await request
      .input('employee', sql.VarChar, employee)
      .input('cents', sql.Int, cents)
      .query('INSERT INTO payments (employee, cents) VALUES (@employee, @cents)');
    await producer.send({ topic: 'payments', messages: [{ key: employee, value: String(cents) }] });
    await transaction.commit();
  } catch (err) {
    console.error(`payment to ${employee} failed`, err);
    await transaction.rollback();
  }
}

async function preview(pool, employee) {
  const transaction = new sql.Transaction(pool);
  await transaction.begin();
  const { recordset } = await new sql.Request(transaction).query('SELECT * FROM payments');
  transaction.rollback();
  return recordset.filter((row) => row.employee === employee);
}

module.exports = { pay, preview };
