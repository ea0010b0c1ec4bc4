import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { KafkaConsumer, Producer, type LibrdKafkaError, type Message, type TopicPartitionOffset } from 'node-rdkafka';
import { detect } from './detection';
import { gauge, log } from './observability';

const TIMEOUT = 10_000;
const MAX_FAILURES = 5;
const sessionsFailed = gauge('seismic_sessions_failed');

class Session {
  private readonly consumer: KafkaConsumer;
  private readonly producer: Producer;

  constructor(brokers: string, network: string) {
    this.consumer = new KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': 'seismic', 'enable.auto.commit': false },
      { 'auto.offset.reset': 'earliest' },
    );
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `seismic-${network}` });
  }

  async open(): Promise<void> {
    await promisify(this.producer.connect.bind(this.producer))({});
    await this.done((cb) => this.producer.initTransactions(TIMEOUT, cb));
    await promisify(this.consumer.connect.bind(this.consumer))({});
    this.consumer.subscribe(['seismic.raw']);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.consumer.disconnect(() => resolve()));
    await new Promise<void>((resolve) => this.producer.disconnect(TIMEOUT, () => resolve()));
  }

  async step(): Promise<void> {
    const messages: Message[] = await promisify<number, Message[]>(this.consumer.consume.bind(this.consumer))(100);
    if (messages.length === 0) return;
    await this.done((cb) => this.producer.beginTransaction(cb));
    const next = new Map<string, TopicPartitionOffset>();
    for (const { topic, partition, offset } of messages) {
      next.set(`${topic}/${partition}`, { topic, partition, offset: offset + 1 });
    }
    try {
      for (const event of messages.flatMap((message) => detect(message.value))) {
        this.producer.produce('seismic.events', null, Buffer.from(JSON.stringify(event)), event.station);
      }
      await this.done((cb) =>
        this.producer.sendOffsetsToTransaction([...next.values()], this.consumer, TIMEOUT, cb),
      );
    } catch (err) {
      await this.done((cb) => this.producer.abortTransaction(TIMEOUT, cb)).catch((abortErr) => {
        log.warn({ abortErr }, 'abort failed');
      });
      throw err;
    }
    await this.done((cb) => this.producer.commitTransaction(TIMEOUT, cb));
  }

  private done(start: (cb: (err: LibrdKafkaError | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));
  }
}

export async function supervise(brokers: string, network: string, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const session = new Session(brokers, network);
    try {
      await session.open();
      while (!signal.aborted) {
        await session.step();
        failures = 0;
      }
    } catch (err) {
      failures += 1;
      sessionsFailed.set(failures);
      log.error({ err, failures }, 'session failed');
      if (failures === MAX_FAILURES) throw err;
    } finally {
      await session.close();
    }
    await sleep(1_000 * failures);
  }
}
