import retry from 'async-retry';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';
import { brokers, instance } from './config.mjs';
import { log, histogram } from './observability.mjs';

const producer = new Producer({
  clientId: `ticket-resale-${instance}`,
  bootstrapBrokers: brokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `ticket-resale-${instance}`,
});

const mayRetry = (err) =>
  GenericError.isGenericError(err) && err.findBy('canRetry', true) !== null && err.findBy('canRetry', false) === null;

/**
 * Moves a ticket from one holder to another.
 * @param {{ ticket: string, from: string, to: string, cents: number }} sale
 */
export async function resell(sale) {
  const stop = histogram.startTimer();

  await retry(
    async (bail) => {
      let tx;
      try {
        tx = await producer.beginTransaction();
      } catch (err) {
        bail(err);
        return;
      }

      try {
        await tx.send({
          messages: [
            { topic: 'tickets.released', key: sale.ticket, value: sale.from },
            { topic: 'tickets.assigned', key: sale.ticket, value: sale.to },
            { topic: 'payouts', key: sale.from, value: String(sale.cents) },
          ],
        });
      } catch (err) {
        let rolledBack = true;
        await tx.abort().catch((abortErr) => {
          log.error({ err: abortErr }, 'abort failed');
          rolledBack = false;
        });
        if (rolledBack && mayRetry(err)) throw err;
        bail(err);
        return;
      }

      try {
        await tx.commit();
      } catch (err) {
        bail(new Error(`the outcome of the sale of ${sale.ticket} is unknown`, { cause: err }));
      }
    },
    { retries: 3, minTimeout: 200, onRetry: (err, n) => log.warn({ err, n }, 'resale rolled back, again') },
  );

  stop();
}

export const close = () => producer.close();
