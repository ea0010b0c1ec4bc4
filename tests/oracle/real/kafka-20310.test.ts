import { afterAll, beforeAll, expect, it } from 'vitest';
import { lint } from '../../lint.js';
import { plainProgram } from '../program.js';
import { run } from '../run.js';
import type { Trace } from '../trace.js';
import { realKafkajs } from './kafkajs-back-end.js';
import { describeOnMockCluster } from './mock-cluster-suite.js';
import { startMockCluster, type MockCluster } from './mock-cluster.js';

const PLACE = `
const { Kafka } = require('kafkajs');
const kafka = new Kafka({ clientId: 'orders', brokers: ['kafka:9092'] });
const settings = { transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 };
const placed = async (tx) => {
  try {
    await tx.send({ topic: 'topic', messages: [{ value: 'a' }] });
  } catch (error) {
    await tx.abort().catch(() => undefined);
    throw error;
  }
  await tx.commit();
};
`;

/** Programs that the rules accept: what they cannot cure they hand to whoever calls them. */
const ACCEPTED = {
  'surfaces the error': `
exports.main = async () => {
  const producer = kafka.producer(settings);
  await producer.connect();
  await placed(await producer.transaction());
};`,
  'makes another producer, a limited number of times': `
const begun = async () => {
  for (let attempt = 1; ; attempt++) {
    const producer = kafka.producer(settings);
    try {
      await producer.connect();
      return await producer.transaction();
    } catch (error) {
      await producer.disconnect().catch(() => undefined);
      if (attempt === 4) throw error;
    }
  }
};
exports.main = async () => {
  await placed(await begun());
};`,
};

/** Programs that the rules report. */
const REPORTED = {
  'begins again and again': `
exports.main = async () => {
  const producer = kafka.producer(settings);
  await producer.connect();
  let tx;
  while (tx === undefined) {
    try {
      tx = await producer.transaction();
    } catch (error) {
      console.error('not yet', error);
    }
  }
  await placed(tx);
};`,
  'goes on as if nothing had happened': `
exports.main = async () => {
  const producer = kafka.producer(settings);
  await producer.connect();
  try {
    const tx = await producer.transaction();
    await placed(tx);
  } catch (error) {
    console.error('not placed', error);
  }
};`,
};

type Outcome = 'committed' | 'surfaced' | 'endless' | 'lost';

function outcomeOf({ deeds, entries, endless }: Trace): Outcome {
  if (endless) return 'endless';
  if (deeds.some(({ operation, outcome }) => operation === 'commit' && outcome === 'ok')) return 'committed';
  return entries.some(({ outcome }) => outcome === 'threw') ? 'surfaced' : 'lost';
}

const CONCURRENT_TRANSACTIONS = 51;
const PRODUCER_FENCED = 90;
const UNKNOWN_SERVER_ERROR = -1;

describeOnMockCluster('KAFKA-20310, met by programs with kafkajs', () => {
  let cluster: MockCluster;
  beforeAll(() => {
    cluster = startMockCluster();
    cluster.createTopic('topic');
  });
  afterAll(() => cluster.stop());

  const programs = Object.entries<string>({ ...ACCEPTED, ...REPORTED }).map(
    ([name, main]) => [name, PLACE + main] as const,
  );

  /** What becomes of each program, with the cluster told what to do before each. */
  async function outcomesAfter(tell: () => void): Promise<Record<string, Outcome>> {
    const found: Record<string, Outcome> = {};
    for (const [name, text] of programs) {
      tell();
      const trace = await run(
        plainProgram('orders.js', text),
        realKafkajs(cluster, () => undefined),
        {
          driver: {
            drive: (exports, running) => {
              running.call('main', exports['main'] as () => unknown);
            },
          },
        },
      );
      cluster.answerAsUsual('InitProducerId');
      found[name] = outcomeOf(trace);
    }
    return found;
  }

  it.each(Object.keys(ACCEPTED))('the rules accept a program that %s', (name) => {
    expect(lint(programs.find(([other]) => other === name)?.[1] ?? '', 'orders.js')).toEqual([]);
  });

  it.each(Object.keys(REPORTED))('the rules report a program that %s', (name) => {
    expect(lint(programs.find(([other]) => other === name)?.[1] ?? '', 'orders.js')).not.toEqual([]);
  });

  it('is survived or surfaced by what the rules accept when an id that is to be tried again is refused as fenced', async () => {
    // The coordinator fails over; its successor has lost the previous id.
    const found = await outcomesAfter(() => {
      cluster.answer('InitProducerId', [CONCURRENT_TRANSACTIONS, PRODUCER_FENCED]);
    });
    expect(found).toEqual({
      'surfaces the error': 'surfaced',
      'makes another producer, a limited number of times': 'committed',
      // kafkajs asks for a new id each time, so that this loop ends here, and only here.
      'begins again and again': 'committed',
      'goes on as if nothing had happened': 'lost',
    });
  });

  it('is surfaced by what the rules accept when no id is given any more, and loops or is lost in what they report', async () => {
    // The next id is lost with the failover: every later request fails with an error that no client knows.
    const found = await outcomesAfter(() => {
      cluster.answerAlways('InitProducerId', UNKNOWN_SERVER_ERROR);
    });
    expect(found).toEqual({
      'surfaces the error': 'surfaced',
      'makes another producer, a limited number of times': 'surfaced',
      'begins again and again': 'endless',
      'goes on as if nothing had happened': 'lost',
    });
  });
});
