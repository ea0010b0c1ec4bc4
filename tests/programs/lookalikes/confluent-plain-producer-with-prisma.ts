import { KafkaJS } from '@confluentinc/kafka-javascript';
import { PrismaClient } from '@prisma/client';

const prisma = new PrismaClient();
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { acks: -1, idempotent: true } });
const { ERR__MSG_TIMED_OUT } = KafkaJS.ErrorCodes;

async function send(key: string, value: string): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      await producer.send({ topic: 'profiles', messages: [{ key, value }] });
      return true;
    } catch (error) {
      const { code } = error as KafkaJS.KafkaJSError;
      if (code !== ERR__MSG_TIMED_OUT) {
        console.warn('profile not published', error);
        return false;
      }
    }
  }
  return false;
}

export async function rename(id: string, name: string): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const profile = await tx.profile.update({ where: { id }, data: { name } });
    const sent = await send(id, JSON.stringify(profile));
    if (!sent) {
      tx.outbox.create({ data: { topic: 'profiles', key: id } });
    }
  });
  producer.send({ topic: 'audit', messages: [{ key: id, value: name }] });
}
