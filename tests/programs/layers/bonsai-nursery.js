const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: 'bonsai' } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'bonsai-nursery' } });

const TIMED_OUT = KafkaJS.ErrorCodes.ERR__TIMED_OUT;

/** Yields the records that a season's work leads to, in the order in which they are due. */
function* work(trees, season) {
  for (const tree of trees) {
    if (season === 'spring' && tree.repottedAt + 2 <= tree.age) {
      yield { topic: 'bonsai.repotting', messages: [{ key: tree.id, value: tree.pot }] };
    }
    if (tree.species === 'pine' ? season === 'autumn' : season === 'winter') {
      yield { topic: 'bonsai.pruning', messages: [{ key: tree.id, value: season }] };
    }
    yield { topic: 'bonsai.watering', messages: [{ key: tree.id, value: String(tree.millilitres) }] };
  }
  yield { topic: 'bonsai.seasons', messages: [{ value: season }] };
}

/** Drives a generator of records through one transaction. */
async function run(records) {
  await producer.transaction();
  let sent = 0;
  try {
    for (const record of records) {
      await producer.send(record);
      sent += 1;
    }
  } catch (err) {
    console.error('stopped after %d records', sent, err);
    await producer.abort().catch((abortErr) => console.error('season not rolled back', abortErr));
    throw err;
  }
  let resumes = 0;
  do {
    try {
      await producer.commit();
      return sent;
    } catch (err) {
      if (err.code !== TIMED_OUT || ++resumes > 3) {
        await producer.disconnect();
        throw err;
      }
    }
  } while (true);
}

exports.connect = () => producer.connect();
exports.planSeason = (trees, season) => run(work(trees, season));
