const { Kafka } = require('kafkajs');
const logger = require('./logger');
const { tenants, usersOf } = require('./tenants');

const producer = new Kafka({ clientId: 'tenants-export', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'tenants-export',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function exportTenant(tenant) {
  const users = await usersOf(tenant);
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: `export.${tenant}`, messages: users.map((u) => ({ key: u.id, value: JSON.stringify(u) })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => logger.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.exportAll = async function exportAll() {
  const errors = [];
  await producer.connect();
  try {
    for (const tenant of await tenants()) {
      try {
        await exportTenant(tenant);
        logger.info(`exported ${tenant}`);
      } catch (err) {
        logger.error(`export of ${tenant} failed`, err);
        errors.push(err);
      }
    }
  } finally {
    await producer.disconnect();
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `${errors.length} tenants failed`);
  }
};
