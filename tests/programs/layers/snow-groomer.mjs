import { KafkaJS } from '@confluentinc/kafka-javascript';
import { log } from './log.mjs';

const { ErrorCodes, Kafka } = KafkaJS;
const producer = new Kafka({ kafkaJS: { brokers: ['piste-kafka:9092'] } }).producer({
  'transactional.id': `groomer-${process.env.RESORT}`,
});

/** Follows one machine until its shift ends or the service stops. */
async function follow(machine, signal, onPass) {
  signal.throwIfAborted();
  const stopped = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  stopped.catch(() => {});
  for (;;) {
    const pass = await Promise.race([machine.nextPass(), stopped]);
    if (pass === null) return;
    await onPass(pass);
  }
}

async function end(signal) {
  for (let resumes = 0; ; resumes += 1) {
    try {
      await producer.commit();
      return;
    } catch (err) {
      const resumable = err.code === ErrorCodes.ERR__TIMED_OUT && resumes < 5 && !signal.aborted;
      if (resumable) continue;
      await producer.disconnect();
      throw err;
    }
  }
}

/** One shift is one transaction; a service that stops in the middle of it takes it back. */
export async function recordShift(machine, signal) {
  await producer.transaction();
  try {
    await follow(machine, signal, (pass) =>
      producer.send({ topic: 'pistes.passes', messages: [{ key: machine.id, value: JSON.stringify(pass) }] }),
    );
  } catch (err) {
    if (signal.aborted) log.info('shift of %s was interrupted', machine.id);
    else log.error({ err }, 'shift of %s failed', machine.id);
    await producer.abort().catch((abortErr) => log.error({ err: abortErr }, 'shift not rolled back'));
    throw err;
  }
  await end(signal);
}

export const open = () => producer.connect();
