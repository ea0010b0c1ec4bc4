import type { ConsumedRecord, RunContext } from '../back-end.js';

interface RunSettings {
  readonly eachMessage?: (payload: object) => Promise<void>;
  readonly eachBatch?: (payload: object) => Promise<void>;
}

/** lib/kafkajs/_consumer.js, #createPayload */
const payloadOf = ({ topic, partition, offset, key, value }: ConsumedRecord): object => ({
  topic,
  partition,
  message: {
    key: Buffer.from(key),
    value: Buffer.from(value),
    timestamp: '0',
    attributes: 0,
    offset: String(offset),
    size: value.length,
    headers: {},
  },
  heartbeat: () => Promise.resolve(),
  pause: () => () => undefined,
});

/** lib/kafkajs/_consumer.js, #createBatchPayload */
const batchOf = ({ topic, partition }: ConsumedRecord, records: readonly ConsumedRecord[]): object => ({
  batch: {
    topic,
    partition,
    highWatermark: '1001',
    messages: records.map((record) => (payloadOf(record) as { message: object }).message),
    isEmpty: () => false,
    firstOffset: () => String(records[0]?.offset),
    lastOffset: () => String(records.at(-1)?.offset),
  },
  resolveOffset: () => undefined,
  heartbeat: () => Promise.resolve(),
  pause: () => () => undefined,
  commitOffsetsIfNecessary: () => Promise.resolve(),
  uncommittedOffsets: () => ({ topics: [] }),
  isRunning: () => true,
  isStale: () => false,
});

/** A consumer of the KafkaJS API that reads the records of the run. */
export function confluentConsumer({ recorder, clock, consumed }: RunContext, logger: object): object {
  const done = () => Promise.resolve();
  let isReading = false;
  const later = (act: () => void) => clock.after(1, act);

  /** What a handler has refused is read again: lib/kafkajs/_consumer.js, #messageProcessor. */
  function read(handle: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const attempt = () => {
        if (!isReading || recorder.isOver) return;
        handle().then(resolve, () => later(attempt));
      };
      later(attempt);
    });
  }

  async function readAll({ eachMessage, eachBatch }: RunSettings): Promise<void> {
    const [first] = consumed;
    if (!first) return;
    if (eachBatch) await read(() => eachBatch(batchOf(first, consumed)));
    if (eachMessage) for (const record of consumed) await read(() => eachMessage(payloadOf(record)));
  }

  const thing = {
    connect: done,
    disconnect: () => {
      isReading = false;
      return done();
    },
    subscribe: done,
    stop: () => {
      isReading = false;
      return done();
    },
    run: (settings: RunSettings) => {
      isReading = true;
      for (const [name, fn] of Object.entries(settings))
        if (typeof fn === 'function')
          recorder.listeners.push({ name, fn: fn as (...args: unknown[]) => unknown });
      void readAll(settings);
      return done();
    },
    commitOffsets: () => {
      recorder.aside('consumer-commit', undefined);
      return done();
    },
    storeOffsets: () => undefined,
    committed: () => Promise.resolve([]),
    assignment: () => [],
    seek: () => undefined,
    pause: () => () => undefined,
    paused: () => [],
    resume: () => undefined,
    logger: () => logger,
    // lib/kafkajs/_producer.js, sendOffsets, asks for it.
    _getInternalClient: () => ({ getClient: () => ({}) }),
  };
  recorder.things.add(thing);
  return thing;
}
