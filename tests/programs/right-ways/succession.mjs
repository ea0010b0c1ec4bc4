import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'ballots', brokers: process.env.BROKERS.split(',') } });
const transactionalId = `ballots-${process.env.PRECINCT}`;

let reigning = null;

/** connect() fences the predecessor: the broker finishes what it had open, one way or the other. */
async function crown() {
  const heir = kafka.producer({ kafkaJS: { transactionalId, idempotent: true } });
  await heir.connect();
  return heir;
}

async function dethrone() {
  const old = reigning;
  reigning = null;
  try {
    await old.disconnect();
  } catch (err) {
    console.warn('ballots: the old producer did not disconnect', err);
  }
}

/**
 * @param {(batch: string) => Promise<boolean>} isCounted looks the batch up, read_committed
 * @returns {Promise<'counted'>} rejects when the batch is known not to be counted, and when nobody knows
 */
export async function count(batch, ballots, isCounted) {
  const messages = ballots.map((b) => ({ key: batch, value: b.choice }));
  reigning ??= await crown();

  try {
    await reigning.transaction();
    await reigning.send({ topic: 'ballots', messages });
    await reigning.send({ topic: 'ballots.batches', messages: [{ key: batch, value: String(ballots.length) }] });
  } catch (err) {
    await dethrone();
    throw err;
  }

  let doubt;
  try {
    await reigning.commit();
  } catch (err) {
    doubt = err;
  }
  if (!doubt) return 'counted';

  // Nobody knows. Fence the producer that does not know either, and then ask the topic; the
  // batch itself is not sent again from here.
  console.error(`ballots: the commit of ${batch} is in doubt`, doubt);
  await dethrone();
  reigning = await crown();
  if (await isCounted(batch)) return 'counted';
  throw new Error(`batch ${batch} was rolled back`, { cause: doubt });
}
