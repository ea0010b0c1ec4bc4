import Router from '@koa/router';
import confluent from '@confluentinc/kafka-javascript';

const { Kafka, ErrorCodes } = confluent.KafkaJS;

const producer = new Kafka({
  kafkaJS: { clientId: 'ferry-manifest', brokers: [process.env.KAFKA_BROKER] },
}).producer({ kafkaJS: { transactionalId: `ferry-manifest-${process.env.REPLICA}` } });

// This client's transaction() resolves to the producer itself: there is no handle to keep.
async function finish(resumesLeft = 3) {
  try {
    await producer.commit();
  } catch (err) {
    if (err.code === ErrorCodes.ERR__TIMED_OUT && resumesLeft > 0) {
      return finish(resumesLeft - 1);
    }
    throw err;
  }
}

/** One request at a time; after a failure everyone is refused until the process is restarted. */
let turn = Promise.resolve();

const inTurn = (work) => {
  turn = turn.then(work);
  return turn;
};

async function board({ sailing, passengers }) {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'ferries.boarded',
      messages: passengers.map((p) => ({ key: sailing, value: JSON.stringify(p) })),
    });
    await producer.send({
      topic: 'ferries.headcount',
      messages: [{ key: sailing, value: `${passengers.length}` }],
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('manifest not rolled back', abortErr));
    throw err;
  }
  await finish();
}

export const router = new Router({ prefix: '/sailings' });

router.post('/:sailing/manifest', async (ctx) => {
  const { passengers } = ctx.request.body;
  await inTurn(() => board({ sailing: ctx.params.sailing, passengers }));
  ctx.status = 201;
});

export const connect = () => producer.connect();
