import { Consumer, type Message, MultipleErrors, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

type Lap = Message<string, string, string, string>;

const bootstrapBrokers = ['run-kafka:9092'];
const consumer = new Consumer({ clientId: 'laps', bootstrapBrokers, groupId: 'laps', deserializers: stringDeserializers });
const producer = new Producer({
  clientId: 'laps',
  bootstrapBrokers,
  idempotent: true,
  transactionalId: 'charity-run-laps',
  serializers: stringSerializers,
});

const ATTEMPTS = 3;

function isAbortable(err: unknown): boolean {
  return MultipleErrors.isMultipleErrors(err as Error) && !!(err as MultipleErrors).findBy('apiId', 'TRANSACTION_ABORTABLE');
}

async function fail(err: unknown): Promise<never> {
  await producer.close(true);
  throw err;
}

async function score(lap: Lap): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      await tx.send({ messages: [{ topic: 'run.scores', key: lap.key, value: lap.value }] });
      await tx.addOffset(lap);
    } catch (err) {
      const rolledBack = await tx.abort().then(
        () => true,
        (abortErr: unknown) => {
          console.error('abort failed', abortErr);
          return false;
        },
      );
      if (rolledBack && isAbortable(err) && attempt < ATTEMPTS) {
        continue;
      }
      return fail(err);
    }
    return tx.commit().catch(fail);
  }
}

export async function run(): Promise<void> {
  const stream = await consumer.consume({ topics: ['run.laps'], autocommit: false });
  for await (const lap of stream) {
    await score(lap);
  }
}
