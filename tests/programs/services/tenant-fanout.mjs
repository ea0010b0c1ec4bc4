import { KafkaJS } from '@confluentinc/kafka-javascript';
import { loadTenants, pendingChanges } from './tenants.mjs';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: [process.env.KAFKA_BROKER] } });
export const producer = kafka.producer({ kafkaJS: { transactionalId: 'tenant-fanout', idempotent: true } });

async function publishChanges(tenant, changes) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: `tenant.${tenant}.changes`,
      messages: changes.map((change) => ({ key: change.entity, value: JSON.stringify(change) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', tenant, abortErr));
    throw err;
  }
  await tx.commit();
}

export async function fanOut() {
  const failures = [];
  for (const tenant of await loadTenants()) {
    const changes = await pendingChanges(tenant);
    try {
      await publishChanges(tenant, changes);
    } catch (err) {
      failures.push(new Error(`tenant ${tenant} was not published`, { cause: err }));
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} tenants failed`);
  }
}
