import { Kafka, type Transaction } from 'kafkajs';

type Mail = { to: string; template: string; optedOut: boolean };

const producer = new Kafka({ clientId: 'newsletter', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'newsletter-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function rollBack(tx: Transaction, reason: unknown): Promise<never> {
  try {
    await tx.abort();
  } catch (abortErr) {
    throw new AggregateError([reason, abortErr], 'mails neither queued nor rolled back');
  }
  throw reason;
}

export async function queueMails(mails: Mail[], budget: number): Promise<number> {
  const tx = await producer.transaction();
  let queued = 0;
  try {
    for (const mail of mails) {
      if (mail.optedOut) continue;
      if (queued >= budget) {
        console.info('budget of %d is used up', budget);
        return queued;
      }
      await tx.send({
        topic: `mails.${mail.template}`,
        messages: [{ key: mail.to, value: JSON.stringify({ to: mail.to }) }],
      });
      queued += 1;
    }
  } catch (err) {
    return rollBack(tx, err);
  }
  await tx.commit();
  return queued;
}
