import fp from 'fastify-plugin';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka } = KafkaJS;

/**
 * Decorates the instance with `ledger.write(entries)`: all entries or none.
 *
 * @param {import('fastify').FastifyInstance} app
 * @param {{ brokers: string[], id: string }} options
 */
async function ledgerPlugin(app, { brokers, id }) {
  const producer = new Kafka({ kafkaJS: { brokers, clientId: `ledger-${id}` } }).producer({
    kafkaJS: { transactionalId: `ledger-${id}` },
  });
  await producer.connect();

  let healthy = true;
  let tail = Promise.resolve();

  async function write(entries) {
    if (!healthy) {
      throw app.httpErrors.serviceUnavailable('ledger is restarting');
    }
    await producer.transaction();
    try {
      for (const { account, ...rest } of entries) {
        await producer.send({ topic: 'ledger.entries', messages: [{ key: account, value: JSON.stringify(rest) }] });
      }
    } catch (err) {
      await producer.abort().catch((abortErr) => app.log.error({ abortErr }, 'ledger: abort failed'));
      throw err;
    }
    await producer.commit();
  }

  app.decorate('ledger', {
    /** One transaction at a time: the next one waits for the last, however it ended. */
    write(entries) {
      const mine = tail.then(() => write(entries));
      tail = mine.catch(() => {
        healthy = false;
      });
      return mine;
    },
    isHealthy: () => healthy,
  });

  app.get('/health/ledger', async (_request, reply) => reply.code(healthy ? 200 : 503).send({ healthy }));
  app.addHook('onClose', async () => {
    await tail;
    await producer.disconnect();
  });
}

export default fp(ledgerPlugin, { name: 'ledger', dependencies: ['@fastify/sensible'] });
