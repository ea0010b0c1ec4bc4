import { setTimeout as sleep } from 'node:timers/promises';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';
import { config } from './config.mjs';
import { logger } from './logger.mjs';

class OutcomeUnknown extends Error {
  constructor(campaign, cause) {
    super(`the coupons of ${campaign} may or may not have been issued`, { cause });
    this.name = 'OutcomeUnknown';
  }
}

class RolledBack extends Error {
  constructor(cause) {
    super('the coupons were rolled back', { cause });
    this.transient = GenericError.isGenericError(cause) && Boolean(cause.findBy('canRetry', true)) && !cause.findBy('canRetry', false);
  }
}

const producer = new Producer({
  clientId: 'coupon-issuer',
  bootstrapBrokers: config.brokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: config.transactionalId,
});

async function issueOnce({ campaign, customers, percent }) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: customers.map((key) => ({ topic: 'coupons', key, value: `${campaign}:${percent}` })) });
  } catch (cause) {
    try {
      await tx.abort();
    } catch (abortError) {
      throw new AggregateError([cause, abortError], 'neither sent nor rolled back');
    }
    throw new RolledBack(cause);
  }

  try {
    await tx.commit();
  } catch (cause) {
    await producer.close(true).catch((err) => logger.warn({ err }, 'close failed'));
    throw new OutcomeUnknown(campaign, cause);
  }
}

export async function issue(campaign) {
  let attempt = 0;
  while (true) {
    attempt += 1;
    try {
      await issueOnce(campaign);
      return attempt;
    } catch (error) {
      if (error instanceof OutcomeUnknown) throw error;
      if (!(error instanceof RolledBack && error.transient) || attempt >= 3) throw error;
      logger.info({ attempt, error }, 'issuing the coupons again');
      await sleep(2 ** attempt * 100);
    }
  }
}
