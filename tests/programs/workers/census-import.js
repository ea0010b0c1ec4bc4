const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: ['census:9092'] } }).producer({
  kafkaJS: { transactionalId: 'census-import-0' },
});

const chunk = (rows, size) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));

async function importDistrict(district, rows) {
  await producer.transaction();

  const outcomes = await Promise.allSettled(
    chunk(rows, 500).map((part) =>
      producer.send({
        topic: 'census.households',
        messages: part.map((row) => ({ key: row.household, value: JSON.stringify(row) })),
      }),
    ),
  );

  const refused = outcomes.filter((o) => o.status === 'rejected').map((o) => o.reason);
  if (refused.length > 0) {
    const failure = new AggregateError(refused, `${refused.length} parts of ${district} were refused`);
    try {
      await producer.abort();
    } catch (abortErr) {
      failure.errors.push(abortErr);
    }
    throw failure;
  }

  await producer.commit();
  return { district, parts: outcomes.length };
}

exports.start = () => producer.connect();
exports.stop = () => producer.disconnect();
exports.importDistrict = importDistrict;
