import { KafkaJSProtocolError, type Producer } from 'kafkajs';
import createDebug from 'debug';
import { FencedError, PayoutError } from './errors';
import type { Payout } from './payout';

const debug = createDebug('lottery:payouts');

export async function pay(producer: Producer, payouts: Payout[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'lottery.payouts',
      messages: payouts.map((p) => ({ key: p.winner, value: String(p.cents) })),
    });
  } catch (err) {
    debug('send failed: %O', err);
    await tx.abort().catch((abortErr) => debug('abort failed: %O', abortErr));
    throw new PayoutError('payouts were not sent', { cause: err });
  }

  try {
    await tx.commit();
  } catch (err) {
    if (err instanceof KafkaJSProtocolError && err.type === 'PRODUCER_FENCED') {
      throw new FencedError('another instance pays the winners', { cause: err });
    }
    throw new PayoutError('it is not known whether the payouts were made', { cause: err });
  }
}
