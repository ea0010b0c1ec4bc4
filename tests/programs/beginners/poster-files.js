const { promisify } = require('util');
const fs = require('fs').promises;
const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({ 'metadata.broker.list': 'localhost:9092', 'transactional.id': 'poster-files' });

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));

async function publish(posters) {
  await begin();
  try {
    posters.forEach((p) => producer.produce('posters', null, Buffer.from(p.title), p.id));
  } catch (e) {
    try {
      await abort(5000);
    } catch (e2) {
      e.abortError = e2;
    }
    throw e;
  }
  await commit(10000);
}

async function publishFiles(names) {
  const result = { done: [], unreadable: [], stoppedAt: null, error: null };

  for (const name of names) {
    let posters;
    try {
      posters = JSON.parse(await fs.readFile(name, 'utf8'));
    } catch {
      result.unreadable.push(name);
      continue;
    }

    try {
      await publish(posters);
      result.done.push(name);
    } catch (error) {
      result.stoppedAt = name;
      result.error = error;
      break;
    }
  }
  return result;
}

module.exports = { producer, publishFiles };
