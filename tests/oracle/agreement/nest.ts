import { from, type Observable } from 'rxjs';

/** The parts of kafkajs that NestJS's client uses (client/client-kafka.js of @nestjs/microservices 12.1.1). */
interface Producer {
  send(request: unknown): Promise<unknown>;
  connect(): Promise<unknown>;
  disconnect(): Promise<unknown>;
}

/** A `ClientKafka` that is connected. */
export function nestClient(kafka: unknown, producer: Producer): object {
  const emit = (topic: unknown, data: unknown): Observable<unknown> => {
    // It sends at once, through its producer and outside of transactions.
    const sent = producer.send({ topic, messages: [data] });
    sent.catch(() => undefined);
    return from(sent);
  };
  return {
    producer,
    connect: () => Promise.resolve(producer),
    close: () => producer.disconnect(),
    createClient: () => kafka,
    unwrap: () => kafka,
    emit,
    emitBatch: emit,
    subscribeToResponseOf: () => undefined,
  };
}

/** A `KafkaContext`: what a handler is told of the message beside its payload. */
export function nestContext(
  producer: unknown,
  consumer: unknown,
  outside: (name: string) => unknown,
): object {
  return {
    getProducer: () => producer,
    getConsumer: () => consumer,
    getMessage: () => outside('message'),
    getTopic: () => 'topic',
    getPartition: () => 0,
    getHeartbeat: () => () => Promise.resolve(),
  };
}
