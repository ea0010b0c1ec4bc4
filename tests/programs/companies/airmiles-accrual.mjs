import kafkajs from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from './log.mjs';
import { startSpan } from './tracing.mjs';

const config = {
  pollMs: 2_000,
  pageSize: 250,
  ...JSON.parse(process.env.ACCRUAL_CONFIG ?? '{}'),
};

const producer = new kafkajs.Kafka({ clientId: 'airmiles', brokers: config.brokers }).producer({
  transactionalId: `airmiles-accrual-${config.shard}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Ends the process; the orchestrator starts it again and the journal tells where to go on. */
function crash(reason, err) {
  log.fatal({ err }, reason);
  process.exit(75);
}

async function accrue(flights) {
  const span = startSpan('accrue', { flights: flights.length });
  const tx = await producer.transaction();

  try {
    for (const flight of flights) {
      const messages = flight.passengers.map(({ card, fareClass }) => ({
        key: card,
        value: JSON.stringify({ flight: flight.number, miles: flight.distance * (fareClass === 'J' ? 2 : 1) }),
      }));
      await tx.send({ topic: 'airmiles.accruals', messages });
    }
  } catch (err) {
    span.fail(err);
    try {
      await tx.abort();
    } catch (abortErr) {
      crash('abort failed', abortErr);
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    span.fail(err);
    crash('the outcome of the commit is not known', err);
  }
  span.end();
}

export class AccrualPoller {
  #journal;
  #stopping = false;
  #loop = null;

  constructor(journal) {
    this.#journal = journal;
  }

  async start() {
    await producer.connect();
    this.#loop = this.#poll().catch((err) => crash('accrual stopped', err));
  }

  async stop() {
    this.#stopping = true;
    await this.#loop;
    await producer.disconnect();
  }

  async #poll() {
    while (!this.#stopping) {
      const flights = await this.#journal.landed(config.pageSize);
      if (flights.length === 0) {
        await sleep(config.pollMs);
        continue;
      }
      await accrue(flights);
      await this.#journal.checkpoint(flights.at(-1));
    }
  }
}
