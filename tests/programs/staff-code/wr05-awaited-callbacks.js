const Kafka = require('node-rdkafka');
const { program } = require('commander');
const { readLines } = require('./lib/read-lines');

program.requiredOption('--file <path>').option('--topic <name>', 'target topic', 'imports').parse();

const { file, topic } = program.opts();

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.BROKERS || 'localhost:9092',
  'transactional.id': 'line-importer',
});

producer.on('event.error', (err) => console.error('librdkafka:', err.message));

const quit = (err) => {
  console.error('import failed', err);
  process.exit(1);
};

async function importFile() {
  await producer.initTransactions(10000);
  await producer.beginTransaction();
  let count = 0;
  for await (const line of readLines(file)) {
    producer.produce(topic, null, Buffer.from(line));
    count += 1;
  }
  await producer.commitTransaction(10000);
  console.log('%d lines imported', count);
  producer.disconnect();
}

producer.connect({}, (err) => {
  if (err) quit(err);
  else importFile().catch(quit);
});
