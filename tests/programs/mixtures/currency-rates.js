import kafkajs from 'kafkajs';

const { Kafka } = kafkajs;

const DEADLINE_MS = 2_500;
const SOURCES = ['https://rates-a.example/v1/latest', 'https://rates-b.example/latest.json'];

async function fetchRates(url, lost) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), DEADLINE_MS);
  try {
    const res = await fetch(url, { signal: AbortSignal.any([controller.signal, lost]) });
    if (!res.ok) throw new Error(`${url} answered ${res.status}`);
    return await res.json();
  } finally {
    clearTimeout(timer);
  }
}

async function firstAnswer() {
  const transaction = new AbortController();
  try {
    return await Promise.any(SOURCES.map((url) => fetchRates(url, transaction.signal)));
  } finally {
    transaction.abort();
  }
}

export class RatePublisher {
  #producer;

  constructor(brokers) {
    this.#producer = new Kafka({ clientId: 'rates', brokers }).producer({
      transactionalId: 'currency-rates',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  open() {
    return this.#producer.connect();
  }

  close() {
    return this.#producer.disconnect();
  }

  async publish() {
    const tx = await this.#producer.transaction();
    try {
      const { base, rates } = await firstAnswer();
      const messages = Object.entries(rates).map(([code, rate]) => ({ key: `${base}/${code}`, value: String(rate) }));
      await tx.send({ topic: 'fx.rates', messages });
    } catch (err) {
      try {
        await tx.abort();
      } catch (suppressed) {
        console.error('abort failed while handling', err.message, suppressed);
      }
      throw err;
    }
    return tx.commit();
  }
}
