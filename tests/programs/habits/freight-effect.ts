import { KafkaJS } from '@confluentinc/kafka-javascript';
import { Context, Data, Effect, Layer } from 'effect';

export class FreightError extends Data.TaggedError('FreightError')<{
  readonly step: 'begin' | 'send' | 'commit' | 'abort' | 'close';
  readonly cause: unknown;
}> {}

const step = <A>(name: FreightError['step'], run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (cause) => new FreightError({ step: name, cause }) });

export class FreightProducer extends Context.Tag('FreightProducer')<FreightProducer, KafkaJS.Producer>() {
  static readonly live = Layer.scoped(
    FreightProducer,
    Effect.acquireRelease(
      step('begin', async () => {
        const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
          kafkaJS: { transactionalId: 'freight-manifest' },
        });
        await producer.connect();
        return producer;
      }),
      (producer) => Effect.promise(() => producer.disconnect()),
    ),
  );
}

export interface Parcel {
  barcode: string;
  kilos: number;
}

export const publishManifest = (truck: string, parcels: readonly Parcel[]) =>
  Effect.gen(function* () {
    const producer = yield* FreightProducer;
    const close = step('close', () => producer.disconnect()).pipe(Effect.ignore);

    yield* step('begin', () => producer.transaction());
    yield* step('send', () =>
      producer.send({
        topic: 'freight.manifests',
        messages: parcels.map((p) => ({ key: truck, value: `${p.barcode}:${p.kilos}` })),
      }),
    ).pipe(
      Effect.tapError(() => step('abort', () => producer.abort()).pipe(Effect.catchAll(() => close))),
    );
    yield* step('commit', () => producer.commit()).pipe(Effect.tapError(() => close));
  });
