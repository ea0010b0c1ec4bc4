const { Kafka, CompressionTypes } = require('kafkajs');
const logger = require('./logger').child({ job: 'export' });

const kafka = new Kafka({ clientId: 'exports', brokers: process.env.KAFKA_BROKERS.split(';') });
const producer = kafka.producer({
  transactionalId: `exports-${process.env.SHARD}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Cuts a list into pieces of at most `size`. */
function* chunks(list, size) {
  for (let from = 0; from < list.length; from += size) {
    yield list.slice(from, from + size);
  }
}

async function sendChunk(transaction, table, rows) {
  return transaction.send({
    topic: `export.${table}`,
    compression: CompressionTypes.GZIP,
    messages: rows.map((row) => ({ key: String(row.id), value: JSON.stringify(row) })),
  });
}

async function exportTable(table, rows) {
  const transaction = await producer.transaction();
  try {
    const sent = [];
    for (const chunk of chunks(rows, 500)) {
      sent.push(
        sendChunk(transaction, table, chunk).catch((err) => {
          logger.warn({ err, table, rows: chunk.length }, 'chunk not exported');
          return [];
        }),
      );
    }
    const written = (await Promise.all(sent)).flat();
    logger.info({ table, partitions: written.length }, 'table exported');
  } catch (err) {
    await transaction.abort().catch((abortErr) => logger.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  await transaction.commit();
}

module.exports = { start: () => producer.connect(), exportTable };
