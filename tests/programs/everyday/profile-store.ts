import { Kafka } from 'kafkajs';
import { logger } from './logger';

export interface Profile {
  id: string;
  name: string;
  avatar?: string;
}

const kafka = new Kafka({ clientId: 'profiles', brokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(',') });
const producer = kafka.producer({ transactionalId: 'profile-store', idempotent: true, maxInFlightRequests: 1 });

export async function saveProfile(profile: Profile): Promise<void> {
  const tx = await producer.transaction();
  let committing = false;
  try {
    await tx.send({ topic: 'profiles', messages: [{ key: profile.id, value: JSON.stringify(profile) }] });
    if (profile.avatar) {
      await tx.send({ topic: 'avatars', messages: [{ key: profile.id, value: profile.avatar }] });
    }
    committing = true;
    await tx.commit();
    logger.debug('profile saved', { id: profile.id });
  } catch (err) {
    if (!committing) {
      await tx.abort().catch((abortErr) => logger.error('abort failed', { abortErr }));
    }
    throw err;
  }
}

export const start = () => producer.connect();
export const stop = () => producer.disconnect();
