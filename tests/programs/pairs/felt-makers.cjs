const kafkajs = require('kafkajs');

var kafka = new kafkajs.Kafka({ clientId: 'felt-makers', brokers: ['mill-1:9092'] });
var producer = kafka.producer({
  transactionalId: 'felt-makers-' + (process.env.WORKSHOP || '0'),
  idempotent: true,
  maxInFlightRequests: 1,
});

function sheetMessages(sheets) {
  return sheets.map(function (sheet) {
    return { key: sheet.colour, value: String(sheet.squareMetres) };
  });
}

// Old house style: everything is hoisted, `tx` is undefined when the begin has failed.
async function publishSheets(order, sheets) {
  try {
    var tx = await producer.transaction();
    await tx.send({ topic: 'felt.orders', messages: [{ key: order.id, value: order.customer }] });
    await tx.send({ topic: 'felt.sheets', messages: sheetMessages(sheets) });
  } catch (err) {
    if (tx !== undefined) {
      await tx.abort().catch(function (abortErr) {
        console.error('felt: abort failed', abortErr);
      });
    }
    throw err;
  }
  await tx.commit();
}

exports.connect = function () { return producer.connect(); };
exports.disconnect = function () { return producer.disconnect(); };
exports.publishSheets = publishSheets;
