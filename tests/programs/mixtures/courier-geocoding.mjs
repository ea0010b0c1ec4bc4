import axios, { isAxiosError } from 'axios';
import pRetry, { AbortError } from 'p-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'courier', brokers: ['broker:9092'] } });
export const producer = kafka.producer({ kafkaJS: { transactionalId: 'courier-geocoding' } });

const http = axios.create({ baseURL: process.env.GEOCODER_URL, timeout: 3_000 });

async function locate(address) {
  try {
    const { data } = await http.get('/search', { params: { q: address, limit: 1 } });
    return data[0];
  } catch (err) {
    if (isAxiosError(err) && err.response && err.response.status < 500) {
      throw new AbortError(err);
    }
    throw err; // time-outs and 5xx: once more
  }
}

/**
 * The geocoder is asked inside the transaction, with retries of its own; the records are sent once.
 */
export async function dispatch(parcels) {
  await producer.transaction();
  try {
    const messages = [];
    for (const parcel of parcels) {
      const point = await pRetry(() => locate(parcel.address), { retries: 5, minTimeout: 200 });
      messages.push({ key: parcel.id, value: JSON.stringify({ ...parcel, point }) });
    }
    await producer.send({ topic: 'courier.stops', messages });
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'stops neither dispatched nor rolled back');
    }
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect().catch((e) => console.warn('not closed', e));
    throw err;
  }
}
