import { Kafka, type Message } from 'kafkajs';
import { readTurnstile } from './turnstile';

enum State {
  Open,
  Closed,
  Maintenance,
}

interface Hour {
  at: string;
  state: State;
  skaters: number;
}

const rink = new Kafka({ clientId: 'ice-rink', brokers: ['rink:9092'] }).producer({
  transactionalId: 'ice-rink-hours',
  idempotent: true,
  maxInFlightRequests: 1,
});

const asMessage = (h: Hour): Message => ({ key: h.at, value: String(h.skaters) });

export async function exportDay(day: string): Promise<void> {
  const hours: Hour[] = await readTurnstile(day);

  hours: for (const hour of hours) {
    const tx = await rink.transaction();
    try {
      switch (hour.state) {
        case State.Open:
          await tx.send({ topic: 'rink.skaters', messages: [asMessage(hour)] });
          break;
        case State.Maintenance:
          await tx.send({ topic: 'rink.ice', messages: [{ key: hour.at, value: 'resurfaced' }] });
          break;
        case State.Closed:
          console.debug('rink was closed at %s', hour.at);
          continue hours;
      }
    } catch (err) {
      await tx.abort();
      throw err;
    }
    await tx.commit();
  }
}
