import * as Sentry from '@sentry/node';
import pino from 'pino';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const log = pino({ name: 'auction-bids', level: process.env.LOG_LEVEL ?? 'info' });

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'auction', brokers: ['k:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'auction-bids-0', idempotent: true } });

export interface Bid {
  lot: number;
  bidder: string;
  cents: bigint;
}

enum Stage {
  Begin = 'begin',
  Send = 'send',
  Commit = 'commit',
}

function report(stage: Stage, err: unknown, bids: readonly Bid[]): void {
  log.error({ err, stage, bids: bids.length }, 'bids not published');
  Sentry.withScope((scope) => {
    scope.setTag('stage', stage);
    scope.setExtra('lots', [...new Set(bids.map((bid) => bid.lot))]);
    Sentry.captureException(err);
  });
}

/** Resolves once the bids are visible; every failure is both reported and handed to the caller. */
export async function publish(bids: readonly Bid[]): Promise<void> {
  let stage = Stage.Begin;
  let open = false;
  try {
    await producer.transaction();
    open = true;
    stage = Stage.Send;
    await producer.send({
      topic: 'auction.bids',
      messages: bids.map(({ lot, bidder, cents }) => ({ key: String(lot), value: `${bidder}:${cents}` })),
    });
    stage = Stage.Commit;
  } catch (err) {
    report(stage, err, bids);
    if (open) {
      await producer.abort().catch((abortErr: unknown) => report(Stage.Send, abortErr, bids));
    }
    throw err;
  }

  try {
    await producer.commit();
  } catch (err) {
    report(stage, err, bids);
    throw err;
  }
}

export const connect = () => producer.connect();
export const close = () => Promise.all([producer.disconnect(), Sentry.close(2_000)]);
