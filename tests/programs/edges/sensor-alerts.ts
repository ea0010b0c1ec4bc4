import { promisify } from 'node:util';
import { KafkaConsumer, Producer, type Message } from '@confluentinc/kafka-javascript';
import { thresholds } from './thresholds';
import { log } from './log';

interface Sample {
  sensor: string;
  metric: keyof typeof thresholds;
  value: number;
}

const common = { 'bootstrap.servers': process.env.BOOTSTRAP_SERVERS };

export const consumer = new KafkaConsumer({ ...common, 'group.id': 'sensor-alerts', 'enable.auto.commit': false }, {});
export const producer = new Producer({
  ...common,
  'transactional.id': `sensor-alerts-${process.env.PARTITION_SET}`,
  'enable.idempotence': true,
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer)) as (ms: number) => Promise<void>;
const abort = promisify(producer.abortTransaction.bind(producer)) as (ms: number) => Promise<void>;

function* alertsOf({ sensor, metric, value }: Sample): Generator<{ key: string; body: string }> {
  const { warn, critical } = thresholds[metric];
  if (value >= critical) yield { key: sensor, body: `critical:${metric}=${value}` };
  else if (value >= warn) yield { key: sensor, body: `warning:${metric}=${value}` };
}

export async function onMessage(message: Message): Promise<void> {
  const sample = JSON.parse(String(message.value)) as Sample;

  await begin();
  try {
    for (const { key, body } of alertsOf(sample)) {
      producer.produce('sensors.alerts', null, Buffer.from(body), key, Date.now());
    }
    consumer.commitMessageSync(message);
  } catch (err) {
    await abort(10_000).catch((abortErr: unknown) => log.error('abort failed', abortErr));
    throw err;
  }
  await commit(30_000);
}
