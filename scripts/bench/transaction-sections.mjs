// The one or two functions of a service's module that work on transactions, as people write them with each client: right ones, and
// the mistakes that are seen most. What they are called, which topics they write to and how they handle errors differs.

/** @typedef {import('./draft.mjs').Draft} Draft */
/** @typedef {{ imports: string, text: string }} Section What a section imports, and its code. */

/** How a handler tells of an abort that failed. */
const logged = (/** @type {Draft} */ { random, t, domain }) =>
  random.pick([
    `.catch((abortError${t(': unknown')}) => {
      log.error('the abort failed, too', abortError);
    })`,
    `.catch((abortError${t(': unknown')}) => log.error('${domain.many} not rolled back', abortError))`,
    `.catch(() => undefined)`,
  ]);

/** The records that a thing becomes. */
const messages = (/** @type {Draft} */ { random, domain }, of = `${domain.many}`) =>
  random.pick([
    `${of}.map((${domain.one}) => ({ key: ${domain.one}.id, value: JSON.stringify(${domain.one}) }))`,
    `${of}.map(({ id, ${domain.number} }) => ({ key: id, value: String(${domain.number}) }))`,
    `${of}.map((${domain.one}) => ({ key: ${domain.one}.${domain.place}, value: JSON.stringify(${domain.one}), headers: { kind: '${domain.done}' } }))`,
  ]);

/** What is done with an error at the end of a handler. */
const surfaced = (/** @type {Draft} */ { random, error, domain }) =>
  random.pick([
    `throw ${error};`,
    `log.error('${domain.many} were not ${domain.done}', ${error});
    throw ${error};`,
    `throw new Error('${domain.many} were not ${domain.done}', { cause: ${error} });`,
  ]);

const topicOf = (/** @type {Draft} */ { random, company, domain }) =>
  random.pick([
    `${company}.${domain.many}.${domain.done}`,
    `${domain.many}-${domain.done}`,
    `${domain.many}`,
  ]);

const kafkajsProducer = (/** @type {Draft} */ { company, domain, random, cjs, t }) => ({
  imports: cjs
    ? "const { Kafka, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');\n"
    : t(
        "import kafkajs, { Kafka, type EachBatchPayload, type EachMessagePayload, type Producer, type Transaction } from 'kafkajs';\n\nconst { KafkaJSNumberOfRetriesExceeded } = kafkajs;\n",
      ) || "import kafkajs from 'kafkajs';\n\nconst { Kafka, KafkaJSNumberOfRetriesExceeded } = kafkajs;\n",
  text: `const kafka = new Kafka({ clientId: '${company}-${domain.many}', brokers: (process.env['BROKERS'] ?? 'localhost:9092').split(',') });
const producer = kafka.producer({ transactionalId: '${company}-${domain.many}-${random.between(0, 9)}', idempotent: true, maxInFlightRequests: 1 });
`,
});

/** @param {Draft} draft */
const lifecycle = ({ exported, t, domain, random }) => `
${exported}async function start${domain.many}()${t(': Promise<void>')} {
  await producer.connect();
  log.info('${domain.many} are written');
}

${exported}async function stop${domain.many}()${t(': Promise<void>')} {
  await producer.disconnect();${random.pick(['', "\n  log.info('disconnected');"])}
}
`;

/** @type {(write: (draft: Draft) => string) => (draft: Draft) => Section} */
const kafkajs = (write) => (draft) => {
  const { imports, text } = kafkajsProducer(draft);
  return { imports, text: `${text}\n${write(draft)}${lifecycle(draft)}` };
};

/** @type {((draft: Draft) => Section)[]} */
export const RIGHT_SECTIONS = [
  // kafkajs: the commit behind the try.
  kafkajs((draft) => {
    const { exported, t, domain, One, error } = draft;
    return `${exported}async function ${domain.verb}${One}s(${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<void>')} {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: '${topicOf(draft)}', messages: ${messages(draft)} });
    await transaction.send({ topic: '${domain.place}.totals', messages: [{ key: '${domain.many}', value: String(${domain.many}.length) }] });
  } catch (${error}) {
    await transaction.abort()${logged(draft)};
    ${surfaced(draft)}
  }
  await transaction.commit();
}
`;
  }),
  // kafkajs: a helper that runs work in a transaction, and who uses it.
  kafkajs((draft) => {
    const { exported, t, domain, One, error } = draft;
    return `async function inTransaction${t('<T>')}(work${t(': (transaction: Transaction) => Promise<T>')})${t(': Promise<T>')} {
  const transaction = await producer.transaction();
  let result${t(': T')};
  try {
    result = await work(transaction);
  } catch (${error}) {
    await transaction.abort()${logged(draft)};
    throw ${error};
  }
  await transaction.commit();
  return result;
}

${exported}async function ${domain.verb}${One}(${domain.one}${t(`: ${One}`)})${t(': Promise<void>')} {
  await inTransaction(async (transaction) => {
    await transaction.send({ topic: '${topicOf(draft)}', messages: [{ key: ${domain.one}.id, value: JSON.stringify(${domain.one}) }] });
    await transaction.send({ topic: '${domain.place}.audit', messages: [{ key: ${domain.one}.${domain.place}, value: '${domain.done}' }] });
  });
}

${exported}async function withdraw${One}(id${t(': string')})${t(': Promise<void>')} {
  await inTransaction((transaction) => transaction.send({ topic: '${domain.many}.withdrawn', messages: [{ key: id, value: null }] }));
}
`;
  }),
  // kafkajs: consume, transform, produce.
  kafkajs((draft) => {
    const { exported, t, domain, One, error } = draft;
    return `const consumer = kafka.consumer({ groupId: '${domain.many}-${domain.verb}' });

async function ${domain.verb}Message({ topic, partition, message }${t(': EachMessagePayload')})${t(': Promise<void>')} {
  const transaction = await producer.transaction();
  try {
    const ${domain.one} = JSON.parse(String(message.value))${t(` as ${One}`)};
    await transaction.send({ topic: '${topicOf(draft)}', messages: [{ key: message.key, value: JSON.stringify(${domain.one}) }] });
    await transaction.sendOffsets({
      consumerGroupId: '${domain.many}-${domain.verb}',
      topics: [{ topic, partitions: [{ partition, offset: String(BigInt(message.offset) + 1n) }] }],
    });
  } catch (${error}) {
    await transaction.abort()${logged(draft)};
    ${surfaced(draft)}
  }
  await transaction.commit();
}

${exported}async function consume${One}s()${t(': Promise<void>')} {
  await consumer.connect();
  await consumer.subscribe({ topics: ['${domain.many}.received'], fromBeginning: false });
  await consumer.run({ autoCommit: false, eachMessage: ${domain.verb}Message });
}
`;
  }),
  // kafkajs: the whole transaction again, with a bound, for errors that pass.
  kafkajs((draft) => {
    const { exported, t, domain, One, error, random } = draft;
    return `${exported}async function ${domain.verb}All(${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<number>')} {
  for (let attempt = 1; ; attempt += 1) {
    const transaction = await producer.transaction();
    try {
      for (const { id, ${domain.word}, ${domain.number} } of ${domain.many}) {
        await transaction.send({ topic: \`${domain.many}.\${${domain.word}}\`, messages: [{ key: id, value: String(${domain.number}) }] });
      }
    } catch (${error}) {
      await transaction.abort()${logged(draft)};
      if (!(${error} instanceof KafkaJSNumberOfRetriesExceeded) || attempt === ${random.between(2, 6)}) {
        throw ${error};
      }
      continue;
    }
    await transaction.commit();
    return ${domain.many}.length;
  }
}
`;
  }),
  // kafkajs: a batch of a consumer, with heartbeats.
  kafkajs((draft) => {
    const { exported, t, domain, error, random } = draft;
    return `${exported}async function eachBatch({ batch, heartbeat, isRunning, isStale }${t(': EachBatchPayload')})${t(': Promise<void>')} {
  const { topic, partition, messages } = batch;
  for (let from = 0; from < messages.length; from += ${random.between(10, 100)}) {
    if (!isRunning() || isStale()) return;
    const part = messages.slice(from, from + ${random.between(10, 100)});
    const last = part.at(-1);
    if (!last) return;
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: '${topicOf(draft)}', messages: part.map(({ key, value }) => ({ key, value })) });
      await transaction.sendOffsets({
        consumerGroupId: '${domain.many}',
        topics: [{ topic, partitions: [{ partition, offset: (BigInt(last.offset) + 1n).toString() }] }],
      });
    } catch (${error}) {
      await transaction.abort()${logged(draft)};
      throw ${error};
    }
    await transaction.commit();
    await heartbeat();
  }
}
`;
  }),
  // kafkajs: an outbox that is emptied by a timer.
  kafkajs((draft) => {
    const { exported, t, error, random } = draft;
    return `${exported}class ${draft.One}Outbox {
  #stopped = false;

  ${draft.ts ? `constructor(private readonly db: { query(text: string, values?: unknown[]): Promise<{ rows: { id: string; body: string }[] }> }) {}` : `constructor(db) {\n    this.db = db;\n  }`}

  async run()${t(': Promise<void>')} {
    while (!this.#stopped) {
      const { rows } = await this.db.query('select id, body from outbox order by id limit ${random.between(50, 500)}');
      if (rows.length > 0) {
        await this.#publish(rows);
        await this.db.query('delete from outbox where id = any($1)', [rows.map(({ id }) => id)]);
      }
      await new Promise((resolve) => setTimeout(resolve, ${random.between(1, 20) * 100}));
    }
  }

  async #publish(rows${t(': readonly { id: string; body: string }[]')})${t(': Promise<void>')} {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: '${topicOf(draft)}', messages: rows.map(({ id, body }) => ({ key: id, value: body })) });
    } catch (${error}) {
      await tx.abort()${logged(draft)};
      ${surfaced(draft)}
    }
    await tx.commit();
  }

  stop()${t(': void')} {
    this.#stopped = true;
  }
}
`;
  }),
  // The Confluent client's KafkaJS API: a commit that timed out is resumed.
  (draft) => {
    const { exported, t, domain, One, error, company, random, cjs } = draft;
    return {
      imports: cjs
        ? "const { KafkaJS: { Kafka, ErrorCodes } } = require('@confluentinc/kafka-javascript');\n"
        : "import { KafkaJS } from '@confluentinc/kafka-javascript';\n\nconst { Kafka, ErrorCodes } = KafkaJS;\n",
      text: `const kafka = new Kafka({ kafkaJS: { clientId: '${company}', brokers: [process.env['BROKER'] ?? 'localhost:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: '${domain.many}-${random.between(0, 9)}' } });

async function commit(transaction${t(': { commit(): Promise<void> }')})${t(': Promise<void>')} {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await transaction.commit();
      return;
    } catch (${error}) {
      const timedOut = ${error}${t(' instanceof Error && (')}${t(error)}${t(' as { code?: number })')}.code === ErrorCodes.ERR__TIMED_OUT;
      if (!timedOut || attempt === ${random.between(3, 6)}) throw ${error};
    }
  }
}

${exported}async function ${domain.verb}${One}s(${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<void>')} {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: '${topicOf(draft)}', messages: ${messages(draft)} });
  } catch (${error}) {
    await transaction.abort()${logged(draft)};
    ${surfaced(draft)}
  }
  await commit(transaction);
}
${lifecycle(draft)}`,
    };
  },
  // The Confluent client's KafkaJS API: an HTTP handler that hands its error on.
  (draft) => {
    const { exported, t, domain, One, error, company, random, cjs } = draft;
    return {
      imports: cjs
        ? "const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;\n"
        : "import { KafkaJS } from '@confluentinc/kafka-javascript';\n\nconst { Kafka } = KafkaJS;\n",
      text: `const producer = new Kafka({ kafkaJS: { brokers: ['${company}:9092'] } }).producer({
  kafkaJS: { transactionalId: '${domain.many}-http-${random.between(0, 9)}' },
});

async function write${One}(${domain.one}${t(`: ${One}`)})${t(': Promise<void>')} {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: '${topicOf(draft)}', messages: [{ key: ${domain.one}.id, value: JSON.stringify(${domain.one}) }] });
    await transaction.send({ topic: '${domain.many}.log', messages: [{ value: \`${domain.done} \${${domain.one}.id}\` }] });
  } catch (${error}) {
    await transaction.abort()${logged(draft)};
    throw ${error};
  }
  await transaction.commit();
}

${exported}function post${One}(request${t(`: { body: ${One} }`)}, response${t(': { status(code: number): { end(): void } }')}, next${t(': (reason: unknown) => void')})${t(': void')} {
  write${One}(request.body).then(() => {
    response.status(201).end();
  }, next);
}
${lifecycle(draft)}`,
    };
  },
  // node-rdkafka: callbacks.
  (draft) => {
    const { exported, t, domain, One, company, random, cjs } = draft;
    const wait = random.between(5, 30) * 1000;
    return {
      imports: cjs ? "const Kafka = require('node-rdkafka');\n" : "import Kafka from 'node-rdkafka';\n",
      text: `const producer = new Kafka.Producer({
  'client.id': '${company}',
  'metadata.broker.list': process.env['BROKERS'] ?? 'localhost:9092',
  'transactional.id': '${domain.many}-${random.between(0, 9)}',
});

${exported}function ${domain.verb}${One}s(${domain.many}${t(`: readonly ${One}[]`)}, done${t(': (error: Error | null) => void')})${t(': void')} {
  producer.beginTransaction((beginError) => {
    if (beginError) return done(beginError);
    try {
      for (const ${domain.one} of ${domain.many}) {
        producer.produce('${topicOf(draft)}', null, Buffer.from(JSON.stringify(${domain.one})), ${domain.one}.id);
      }
    } catch (produceError) {
      producer.abortTransaction(${wait}, () => {
        done(produceError${t(' as Error')});
      });
      return;
    }
    producer.commitTransaction(${wait}, (commitError) => {
      if (!commitError) return done(null);
      if (${t('(')}commitError${t(' as { isTxnRequiresAbort?: boolean })')}.isTxnRequiresAbort) {
        return producer.abortTransaction(${wait}, () => {
          done(commitError);
        });
      }
      producer.disconnect(() => {
        done(commitError);
      });
    });
  });
}

${exported}function open${One}Producer(done${t(': (error: Error | null) => void')})${t(': void')} {
  producer.connect({}, (connectError) => {
    if (connectError) return done(connectError);
    producer.initTransactions(${wait}, (initError) => {
      done(initError ?? null);
    });
  });
}
`,
    };
  },
  // node-rdkafka: promises made of callbacks.
  (draft) => {
    const { exported, t, domain, One, company, error, random, cjs, use } = draft;
    const wait = random.between(5, 30) * 1000;
    return {
      imports: `${use('{ promisify }', 'node:util')}${cjs ? "const { HighLevelProducer } = require('node-rdkafka');\n" : "import { HighLevelProducer } from 'node-rdkafka';\n"}`,
      text: `const producer = new HighLevelProducer({
  'bootstrap.servers': '${company}:9092',
  'transactional.id': '${domain.place}-${domain.many}',
  'enable.idempotence': true,
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer, ${wait}));
const abort = promisify(producer.abortTransaction.bind(producer, ${wait}));

const produce = (key${t(': string')}, value${t(': string')}) =>
  new Promise${t('<void>')}((resolve, reject) => {
    producer.produce('${topicOf(draft)}', null, Buffer.from(value), key, Date.now(), (produceError) => {
      if (produceError) reject(produceError);
      else resolve();
    });
  });

${exported}async function ${domain.verb}${One}s(${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<void>')} {
  await begin();
  try {
    await Promise.all(${domain.many}.map(({ id, ${domain.number} }) => produce(id, String(${domain.number}))));
  } catch (${error}) {
    await abort()${logged(draft)};
    throw ${error};
  }
  await commit();
}
`,
    };
  },
  // @platformatic/kafka: a stream that is transformed.
  (draft) => {
    const { exported, t, domain, One, company, error, random, use } = draft;
    return {
      imports: use('{ Consumer, Producer, stringDeserializers, stringSerializers }', '@platformatic/kafka'),
      text: `const bootstrapBrokers = ['${company}-0:9092', '${company}-1:9092'];
const producer = new Producer({
  clientId: '${domain.many}',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: '${domain.many}-${domain.verb}-${random.between(0, 9)}',
});

${exported}async function ${domain.verb}Stream(group${t(': string')}, convert${t(': (text: string) => string')})${t(': Promise<void>')} {
  const consumer = new Consumer({ clientId: '${domain.many}', groupId: group, bootstrapBrokers, deserializers: stringDeserializers });
  try {
    const stream = await consumer.consume({ topics: ['${domain.many}.received'], autocommit: false });
    for await (const message of stream) {
      const transaction = await producer.beginTransaction();
      try {
        await transaction.addConsumer(consumer);
        await transaction.send({ messages: [{ topic: '${topicOf(draft)}', key: message.key, value: convert(message.value) }] });
        await transaction.addOffset(message);
      } catch (${error}) {
        await transaction.abort()${logged(draft)};
        throw ${error};
      }
      await transaction.commit();
    }
  } finally {
    await Promise.allSettled([consumer.close(true), producer.close(true)]);
  }
}

${exported}const describe${One} = () => \`writes ${domain.many} to \${bootstrapBrokers.join(' and ')}\`;
`,
    };
  },
  // NestJS: a service that gets its client injected.
  (draft) => {
    const { domain, One, company, error, random, t, use } = draft;
    // Decorators are TypeScript's; in JavaScript the service is made by hand.
    return {
      imports: draft.ts
        ? `import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Kafka, Producer } from '@nestjs/microservices/external/kafka.interface';
`
        : use('{ Kafka }', 'kafkajs'),
      text: `${draft.ts ? '@Injectable()\n' : ''}${draft.exported}class ${One}Service {
  ${draft.ts ? `private readonly logger = new Logger(${One}Service.name);\n  private producer?: Producer;` : 'logger = log;'}

  ${draft.ts ? `constructor(@Inject('${company.toUpperCase()}_KAFKA') private readonly client: ClientKafka) {}` : `constructor(brokers) {\n    this.kafka = new Kafka({ clientId: '${company}', brokers });\n  }`}

  ${t('private ')}async open()${t(': Promise<Producer>')} {
    if (!this.producer) {
      const producer = this.${draft.ts ? 'client.unwrap<Kafka>()' : 'kafka'}.producer({
        transactionalId: '${domain.many}-service-${random.between(0, 9)}',
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      this.producer = producer;
    }
    return this.producer;
  }

  async ${domain.verb}(${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<void>')} {
    const producer = await this.open();
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: '${topicOf(draft)}', messages: ${messages(draft)} });
    } catch (${error}) {
      await tx.abort().catch((abortError${t(': unknown')}) => this.logger.error('abort failed', abortError));
      throw ${error};
    }
    await tx.commit();
    this.logger.${draft.ts ? 'log' : 'info'}(\`\${${domain.many}.length} ${domain.many} ${domain.done}\`);
  }
}
`,
    };
  },
  // kafkajs: a producer that is given, with a promise chain.
  (draft) => {
    const { exported, domain, One, t, error } = draft;
    return {
      imports: draft.ts
        ? "import type { Producer } from 'kafkajs';\n"
        : `${draft.use('{ Kafka }', 'kafkajs')}\n/** @typedef {import('kafkajs').Producer} Producer */\n`,
      text: `${draft.ts ? '' : `/** @param {Producer} producer @param {${One}[]} ${domain.many} */\n`}${exported}function ${domain.verb}Chained(producer${t(': Producer')}, ${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<void>')} {
  return producer.transaction().then((tx) =>
    tx
      .send({ topic: '${topicOf(draft)}', messages: ${messages(draft)} })
      .catch((${error}${t(': unknown')}) =>
        tx.abort().then(
          () => { throw ${error}; },
          () => { throw ${error}; },
        ),
      )
      .then(() => tx.commit()),
  );
}
`,
    };
  },
];

/** @type {((draft: Draft) => Section)[]} */
export const MISTAKEN_SECTIONS = [
  // kafkajs: the commit in the same try as the abort, which is not guarded.
  kafkajs((draft) => {
    const { exported, t, domain, One, error } = draft;
    return `${exported}async function ${domain.verb}${One}s(${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<void>')} {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: '${topicOf(draft)}', messages: ${messages(draft)} });
    await transaction.commit();
  } catch (${error}) {
    await transaction.abort();
    ${surfaced(draft)}
  }
}
`;
  }),
  // kafkajs: the error is logged, and that is all.
  kafkajs((draft) => {
    const { exported, t, domain, One, error } = draft;
    return `${exported}async function ${domain.verb}${One}(${domain.one}${t(`: ${One}`)})${t(': Promise<void>')} {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: '${topicOf(draft)}', messages: [{ key: ${domain.one}.id, value: JSON.stringify(${domain.one}) }] });
    await transaction.send({ topic: '${domain.place}.index', messages: [{ key: ${domain.one}.${domain.place}, value: ${domain.one}.id }] });
    await transaction.commit();
  } catch (${error}) {
    log.error('could not ${domain.verb} the ${domain.one}', ${error});
    await transaction.abort();
  }
}
`;
  }),
  // kafkajs: offsets of the record itself, a swallowed error in a consumer.
  kafkajs((draft) => {
    const { exported, t, domain, error } = draft;
    return `${exported}async function eachMessage({ topic, partition, message }${t(': EachMessagePayload')})${t(': Promise<void>')} {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: '${topicOf(draft)}', messages: [{ key: message.key, value: message.value }] });
    await tx.sendOffsets({
      consumerGroupId: '${domain.many}',
      topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
    });
    await tx.commit();
  } catch (${error}) {
    log.error('${domain.one} skipped', ${error});
    await tx.abort();
  }
}
`;
  }),
  // kafkajs: the send again in the same transaction.
  kafkajs((draft) => {
    const { exported, t, domain, One, error, random } = draft;
    return `${exported}async function ${domain.verb}Again(${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<void>')} {
  const transaction = await producer.transaction();
  for (let attempt = 1; attempt <= ${random.between(2, 6)}; attempt += 1) {
    try {
      await transaction.send({ topic: '${topicOf(draft)}', messages: ${messages(draft)} });
      break;
    } catch (${error}) {
      log.error(\`attempt \${attempt} failed\`, ${error});
      await new Promise((resolve) => setTimeout(resolve, attempt * ${random.between(1, 9) * 100}));
    }
  }
  await transaction.commit();
}
`;
  }),
  // The Confluent client: a test for kafkajs's errors, and the commit in the try.
  (draft) => {
    const { exported, t, domain, One, error, company, random, cjs } = draft;
    return {
      imports: cjs
        ? "const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;\n"
        : "import { KafkaJS } from '@confluentinc/kafka-javascript';\n\nconst { Kafka } = KafkaJS;\n",
      text: `const producer = new Kafka({ kafkaJS: { brokers: ['${company}:9092'] } }).producer({
  kafkaJS: { transactionalId: '${domain.many}-${random.between(0, 9)}' },
});

${exported}async function ${domain.verb}${One}s(${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<boolean>')} {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: '${topicOf(draft)}', messages: ${messages(draft)} });
    await transaction.commit();
    return true;
  } catch (${error}) {
    if (${t('(')}${error}${t(' as { retriable?: boolean })')}.retriable) {
      log.info('worth another try');
    }
    await transaction.abort();
    ${surfaced(draft)}
  }
}
${lifecycle(draft)}`,
    };
  },
  // node-rdkafka: the error of the commit is only logged.
  (draft) => {
    const { exported, t, domain, One, company, random, cjs } = draft;
    return {
      imports: cjs
        ? "const { Producer } = require('node-rdkafka');\n"
        : "import Kafka from 'node-rdkafka';\n",
      text: `const producer = new ${cjs ? '' : 'Kafka.'}Producer({
  'metadata.broker.list': '${company}:9092',
  'transactional.id': '${domain.many}-${random.between(0, 9)}',
});

${exported}function ${domain.verb}${One}(${domain.one}${t(`: ${One}`)}, done${t(': () => void')})${t(': void')} {
  producer.beginTransaction((beginError) => {
    if (beginError) log.error('no transaction', beginError);
    producer.produce('${topicOf(draft)}', null, Buffer.from(JSON.stringify(${domain.one})), ${domain.one}.id);
    producer.commitTransaction(${random.between(5, 30) * 1000}, (commitError) => {
      if (commitError) {
        log.error('${domain.one} not ${domain.done}', commitError);
      }
      done();
    });
  });
}
`,
    };
  },
  // @platformatic/kafka: the abort for errors of the commit, too.
  (draft) => {
    const { exported, t, domain, One, company, error, use } = draft;
    return {
      imports: use('{ Producer, stringSerializers }', '@platformatic/kafka'),
      text: `const producer = new Producer({
  clientId: '${company}',
  bootstrapBrokers: ['${company}:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: \`${domain.many}-\${process.pid}\`,
});

${exported}async function ${domain.verb}${One}s(${domain.many}${t(`: readonly ${One}[]`)})${t(': Promise<void>')} {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({
      messages: ${domain.many}.map(({ id, ${domain.number} }) => ({ topic: '${topicOf(draft)}', key: id, value: String(${domain.number}) })),
    });
    await transaction.commit();
  } catch (${error}) {
    await transaction.abort();
    ${surfaced(draft)}
  }
}
`,
    };
  },
];
