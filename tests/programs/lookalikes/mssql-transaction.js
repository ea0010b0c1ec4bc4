'use strict';

const sql = require('mssql');

async function saveInvoice(pool, invoice) {
  const transaction = new sql.Transaction(pool);
  await transaction.begin();
  let aborted = false;
  transaction.on('rollback', () => {
    aborted = true;
  });

  try {
    const request = new sql.Request(transaction);
    await request.input('number', invoice.number).query('INSERT INTO invoices (number) VALUES (@number)');
    for (const line of invoice.lines) {
      new sql.Request(transaction).input('text', line).query('INSERT INTO lines (text) VALUES (@text)');
    }
    await transaction.commit();
  } catch (err) {
    console.error('invoice not saved', err);
    if (!aborted) {
      await transaction.rollback();
    }
    if (err.code === 'ETIMEOUT') {
      await saveInvoice(pool, invoice);
    }
  }
}

module.exports = { saveInvoice };
