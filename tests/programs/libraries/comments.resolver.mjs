import { createSchema, createYoga } from 'graphql-yoga';
import { GraphQLError } from 'graphql';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { typeDefs } from './schema.mjs';

const producer = new KafkaJS.Kafka({ 'bootstrap.servers': 'kafka:9092' }).producer({
  'transactional.id': 'comments-api-0',
});

let tail = Promise.resolve();
/** Runs one piece of work after the other: a producer has one transaction at a time. */
const serial = (work) => {
  const run = tail.then(work);
  tail = run.catch(() => {});
  return run;
};

async function publish({ id, thread, text }) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'comments.posted', messages: [{ key: thread, value: text, headers: { id } }] });
    await producer.send({ topic: 'threads.touched', messages: [{ key: thread, value: id }] });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('comment transaction not aborted', abortErr));
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

const resolvers = {
  Mutation: {
    postComment: async (_parent, { input }, { user }) => {
      const comment = { ...input, id: crypto.randomUUID(), author: user.id };
      try {
        await serial(() => publish(comment));
      } catch (cause) {
        throw new GraphQLError('comment was not posted', { originalError: cause, extensions: { code: 'KAFKA' } });
      }
      return comment;
    },
  },
};

export const connect = () => producer.connect();
export const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }) });
