import pkg from '@confluentinc/kafka-javascript';

const { Kafka, ErrorCodes } = pkg.KafkaJS;

let producer = null;

export default async function report(umbrella) {
  if (!producer) throw new Error('call open() first');

  await producer.transaction();
  try {
    await producer.send({ topic: 'umbrellas.lost', messages: [{ key: umbrella.station, value: umbrella.colour }] });
    await producer.send({ topic: 'umbrellas.mails', messages: [{ value: umbrella.finder }] });
  } catch (e) {
    try {
      await producer.abort();
    } catch (nested) {
      e.abortError = nested;
    }
    throw e;
  }

  let left = 4;
  while (true) {
    try {
      await producer.commit();
      break;
    } catch (e) {
      if (e.code === ErrorCodes.ERR__TIMED_OUT && left-- > 0) continue;
      throw e;
    }
  }
}

export async function open(brokers) {
  const fresh = new Kafka({ kafkaJS: { brokers } }).producer({
    'transactional.id': 'lost-umbrellas',
  });
  await fresh.connect();
  producer = fresh;
}

export const shut = () => producer?.disconnect();
