import axios from 'axios';
import { Worker } from 'bullmq';
import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Listing {
  id: string;
  street: string;
  euros: number;
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: 'listings' } });
export const producer = kafka.producer({ kafkaJS: { transactionalId: 'property-listings' } });

const connection = { host: 'redis', port: 6379 };
const maps = axios.create({ baseURL: 'https://maps.example/v2', timeout: 3_000 });

async function enrich(listing: Listing): Promise<string> {
  const { data } = await maps.get('/districts', { params: { street: listing.street } });
  return JSON.stringify({ ...listing, district: data.name });
}

export const worker = new Worker<{ listings: Listing[] }>(
  'listings',
  async (job) => {
    const { listings } = job.data;
    const tx = await producer.transaction();
    try {
      listings.forEach(async (listing) => {
        const value = await enrich(listing);
        await tx.send({ topic: 'listings.enriched', messages: [{ key: listing.id, value }] });
      });
      await job.updateProgress(90);
    } catch (err) {
      await tx.abort().catch((abortErr) => job.log(`abort failed: ${abortErr}`));
      throw err;
    }
    await tx.commit();
    return listings.length;
  },
  { connection, autorun: false },
);
