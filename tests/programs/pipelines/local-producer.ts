import { Producer, type Transaction } from '../queue/producer';
import { Kafka } from 'kafkajs';

const admin = new Kafka({ clientId: 'mail-merge', brokers: ['kafka:9092'] }).admin();
const producer = new Producer({ spool: '/var/spool/mail-merge' });

export async function ensureTopic(): Promise<void> {
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'mails' }] });
  await admin.disconnect();
}

export async function merge(template: string, addresses: string[]): Promise<void> {
  const tx: Transaction = await producer.transaction();
  try {
    for (const address of addresses) {
      await tx.send({ topic: 'mails', messages: [{ key: address, value: template }] });
    }
    await tx.commit();
  } catch (err) {
    console.error('mails not merged', err);
    await tx.abort();
  }
}

export async function test(template: string): Promise<void> {
  const tx = await producer.transaction();
  tx.send({ topic: 'mails', messages: [{ key: 'root@localhost', value: template }] });
  await tx.commit();
}
