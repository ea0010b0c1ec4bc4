import PQueue from 'p-queue';
import { Producer, stringSerializers } from '@platformatic/kafka';

/** @typedef {{ id: string, subject: string, recipients: string[] }} Issue */

const producer = new Producer({
  clientId: 'newsletter',
  bootstrapBrokers: ['kafka-1:9092', 'kafka-2:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'newsletter-batches',
});

// one transaction at a time per producer
const queue = new PQueue({ concurrency: 1 });

/** The first failure; what is still queued is refused with it. */
let broken = null;

/** @param {Issue} issue */
async function publish({ id, subject, recipients }) {
  const tx = await producer.beginTransaction();
  const pending = recipients.map((recipient) =>
    tx.send({ messages: [{ topic: 'mail.outgoing', key: recipient, value: subject, headers: { issue: id } }] }),
  );
  try {
    await Promise.all(pending);
    await tx.send({ messages: [{ topic: 'mail.issues', key: id, value: String(recipients.length) }] });
  } catch (err) {
    await Promise.allSettled(pending);
    await tx.abort().catch((abortErr) => console.error('abort failed', id, abortErr));
    throw err;
  }
  await tx.commit();
  return id;
}

/** @param {Issue} issue */
async function publishUnlessBroken(issue) {
  if (broken) {
    throw new Error(`issue ${issue.id} not published`, { cause: broken });
  }
  try {
    return await publish(issue);
  } catch (err) {
    broken = err;
    throw err;
  }
}

/** @param {Issue[]} issues */
export function enqueue(issues) {
  return Promise.all(issues.map((issue) => queue.add(() => publishUnlessBroken(issue), { priority: issue.urgent ? 1 : 0 })));
}

export async function stop() {
  queue.clear();
  await queue.onIdle();
  await producer.close();
}
