import { backOff } from 'exponential-backoff';
import kafkajs from 'kafkajs';
import { env } from './env';

const client = new kafkajs.Kafka({ clientId: 'coupons', brokers: env.KAFKA_BROKERS });

const producer = client.producer({
  transactionalId: `coupons-${env.SHARD}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

export interface Campaign {
  id: string;
  codes: string[];
  percent: number;
}

async function publishCampaign({ id, codes, percent }: Campaign): Promise<number> {
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'coupons.codes', messages: codes.map((code) => ({ key: code, value: String(percent) })) },
        { topic: 'coupons.campaigns', messages: [{ key: id, value: String(codes.length) }] },
      ],
    });
  } catch (error) {
    await tx.abort().catch((abortError) => console.warn('coupons: abort failed', abortError));
    throw error;
  }
  await tx.commit();
  return codes.length;
}

/** Publishes a campaign; hiccups of the cluster are ridden out. */
export function launch(campaign: Campaign): Promise<number> {
  return backOff(() => publishCampaign(campaign), {
    numOfAttempts: 5,
    startingDelay: 500,
    jitter: 'full',
    retry: (error, attempt) => {
      console.warn(`campaign ${campaign.id}: attempt ${attempt} failed`, error);
      return true;
    },
  });
}

export const connect = (): Promise<void> => producer.connect();
