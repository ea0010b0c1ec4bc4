import type { ClientId } from '../../../src/clients/index.js';

/** How a program uses a client: the text that it begins with gives it `make`, which makes a producer with these functions. */
export interface ClientInUse {
  readonly client: ClientId;
  /** The module, where it is not the client's own name. */
  readonly module: string;
  /**
   * Defines `make()`, which gives an object with `connect`, `init`, `begin`, `send`, `sendOffsets`, `commit`, `abort` and `close`,
   * each of which gives a promise, and `consume(take)`, which hands over what is consumed.
   */
  readonly head: string;
  /** Do sends end as soon as the records are queued? What becomes of them is seen later, by whatever call comes then. */
  readonly isQueueing?: true;
}

const KAFKAJS = `
const { Kafka } = require('kafkajs');
const kafka = new Kafka({ clientId: 'orders', brokers: ['kafka:9092'] });
const make = () => {
  const producer = kafka.producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });
  let tx;
  return {
    producer,
    connect: () => producer.connect(),
    init: async () => undefined,
    begin: async () => (tx = await producer.transaction()),
    send: (value) => tx.send({ topic: 'topic', messages: [{ value }] }),
    sendOffsets: () => tx.sendOffsets({ consumerGroupId: 'group', topics: [{ topic: 'topic', partitions: [{ partition: 0, offset: '2' }] }] }),
    commit: () => tx.commit(),
    abort: () => tx.abort(),
    close: () => producer.disconnect(),
  };
};
const consume = (take) => kafka.consumer({ groupId: 'group' }).run({ eachMessage: async ({ message }) => take(message) });
`;

const CONFLUENT = `
const { KafkaJS } = require('@confluentinc/kafka-javascript');
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'group' } });
const make = () => {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'orders' } });
  return {
    producer,
    connect: () => producer.connect(),
    init: async () => undefined,
    begin: () => producer.transaction(),
    send: (value) => producer.send({ topic: 'topic', messages: [{ value }] }),
    sendOffsets: async () => {
      await consumer.connect();
      await producer.sendOffsets({ consumer, topics: [{ topic: 'topic', partitions: [{ partition: 0, offset: '2' }] }] });
    },
    commit: () => producer.commit(),
    abort: () => producer.abort(),
    close: () => producer.disconnect(),
  };
};
const consume = (take) => consumer.run({ eachMessage: async ({ message }) => take(message) });
`;

const rdkafka = (module: string, producer: 'Producer' | 'HighLevelProducer', send: string): string => `
const kafka = require('${module}');
const { promisify } = require('node:util');
const consumer = new kafka.KafkaConsumer({ 'group.id': 'group' }, {});
const make = () => {
  const producer = new kafka.${producer}({ 'transactional.id': 'orders' });
  producer.on('event.error', () => undefined);
  const of = (name) => promisify(producer[name].bind(producer));
  return {
    producer,
    connect: async () => { await of('connect')({}); producer.setPollInterval(5); },
    init: () => of('initTransactions')(600),
    begin: () => of('beginTransaction')(),
    send: ${send},
    sendOffsets: async () => {
      if (!consumer.isConnected()) await promisify(consumer.connect.bind(consumer))({});
      await of('sendOffsetsToTransaction')([{ topic: 'topic', partition: 0, offset: 2 }], consumer, 600);
    },
    commit: () => of('commitTransaction')(1500),
    abort: () => of('abortTransaction')(1500),
    close: () => of('disconnect')(1000),
  };
};
const consume = (take) => { consumer.on('data', take); consumer.consume(); };
`;

const PLATFORMATIC = `
const { Consumer, Producer, stringSerializers } = require('@platformatic/kafka');
const consumer = new Consumer({ clientId: 'orders', groupId: 'group', bootstrapBrokers: ['kafka:9092'] });
const metadata = { consumer: { groupId: 'group', generationId: 0, memberId: 'member', coordinatorId: 1 } };
const make = () => {
  const producer = new Producer({
    clientId: 'orders',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'orders',
  });
  let tx;
  return {
    producer,
    connect: async () => undefined,
    init: async () => undefined,
    begin: async () => (tx = await producer.beginTransaction()),
    send: (value) => tx.send({ messages: [{ topic: 'topic', value }] }),
    sendOffsets: async () => {
      await tx.addConsumer(consumer);
      await tx.addOffset({ topic: 'topic', partition: 0, offset: 1n, metadata });
    },
    commit: () => tx.commit(),
    abort: () => tx.abort(),
    close: () => producer.close(true),
  };
};
const consume = async (take) => { for await (const message of await consumer.consume({ topics: ['orders'] })) take(message); };
`;

const QUEUED = `async (value) => producer.produce('topic', null, Buffer.from(value), null, Date.now())`;
const REPORTED = `(value) => of('produce')('topic', null, Buffer.from(value), null, Date.now())`;

/** Each client, as a program uses it. */
export const CLIENTS_IN_USE: readonly ClientInUse[] = [
  { client: 'kafkajs', module: 'kafkajs', head: KAFKAJS },
  { client: 'platformatic', module: '@platformatic/kafka', head: PLATFORMATIC },
  { client: 'confluent', module: '@confluentinc/kafka-javascript', head: CONFLUENT },
  {
    client: 'rdkafka',
    module: 'node-rdkafka',
    head: rdkafka('node-rdkafka', 'HighLevelProducer', REPORTED),
  },
  {
    client: 'rdkafka',
    module: 'node-rdkafka',
    head: rdkafka('node-rdkafka', 'Producer', QUEUED),
    isQueueing: true,
  },
  {
    client: 'rdkafka',
    module: '@confluentinc/kafka-javascript',
    head: rdkafka('@confluentinc/kafka-javascript', 'HighLevelProducer', REPORTED),
  },
  {
    client: 'rdkafka',
    module: '@confluentinc/kafka-javascript',
    head: rdkafka('@confluentinc/kafka-javascript', 'Producer', QUEUED),
    isQueueing: true,
  },
];
