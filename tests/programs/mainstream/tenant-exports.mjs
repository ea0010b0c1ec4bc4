#!/usr/bin/env node
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { listTenants, usageOf } from './billing-db.mjs';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: [process.argv[2] ?? 'localhost:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'tenant-exports' } });

async function exportTenant(tenant) {
  const usage = await usageOf(tenant);
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'billing.usage',
      messages: usage.map((row) => ({ key: tenant.id, value: JSON.stringify(row) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`${tenant.id}: abort failed`, abortErr));
    throw err;
  }
  await tx.commit();
}

await producer.connect();
const failures = [];
for (const tenant of await listTenants()) {
  try {
    await exportTenant(tenant);
    console.log(`${tenant.id}: exported`);
  } catch (err) {
    failures.push(new Error(`tenant ${tenant.id} was not exported`, { cause: err }));
  }
}
await producer.disconnect();

if (failures.length > 0) {
  throw new AggregateError(failures, `${failures.length} tenants failed`);
}
