import type { Kafka, Producer, Transaction } from 'kafkajs';

interface Show {
  dome: string;
  title: string;
  startsAt: string;
}

type State =
  | { kind: 'open' }
  | { kind: 'written' }
  | { kind: 'committed' }
  | { kind: 'rejected'; error: unknown }
  | { kind: 'lost'; error: unknown };

type Event = { type: 'sent' } | { type: 'sendFailed'; error: unknown } | { type: 'ended' } | { type: 'commitFailed'; error: unknown };

function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'sent':
      return state.kind === 'open' ? { kind: 'written' } : state;
    case 'sendFailed':
      return { kind: 'rejected', error: event.error };
    case 'ended':
      return { kind: 'committed' };
    case 'commitFailed':
      return { kind: 'lost', error: event.error };
  }
}

const sent = (): Event => ({ type: 'sent' });
const ended = (): Event => ({ type: 'ended' });

function write(tx: Transaction, shows: Show[]): Promise<Event> {
  const messages = shows.map((show) => ({ key: show.dome, value: JSON.stringify(show) }));
  return tx.send({ topic: 'planetarium.shows', messages }).then(sent, (error: unknown) => ({ type: 'sendFailed', error }));
}

const end = (tx: Transaction): Promise<Event> =>
  tx.commit().then(ended, (error: unknown) => ({ type: 'commitFailed', error }));

export class ShowPlan {
  readonly #producer: Producer;

  constructor(kafka: Kafka) {
    this.#producer = kafka.producer({ transactionalId: 'show-plan', idempotent: true, maxInFlightRequests: 1 });
  }

  open(): Promise<void> {
    return this.#producer.connect();
  }

  async publish(shows: Show[]): Promise<void> {
    const tx = await this.#producer.transaction();
    let state: State = reduce({ kind: 'open' }, await write(tx, shows));
    if (state.kind === 'written') {
      state = reduce(state, await end(tx));
    }
    switch (state.kind) {
      case 'rejected':
        await tx.abort().catch((err: unknown) => console.error('shows not rolled back', err));
        throw state.error;
      case 'lost':
        await this.#producer.disconnect();
        throw state.error;
    }
  }
}
