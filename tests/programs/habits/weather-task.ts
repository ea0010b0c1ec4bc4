import { Producer, stringSerializers } from '@platformatic/kafka';

class Task<A> {
  constructor(readonly run: () => Promise<A>) {}

  static of<A>(run: () => Promise<A>): Task<A> {
    return new Task(run);
  }

  chain<B>(next: (value: A) => Task<B>): Task<B> {
    return new Task(async () => next(await this.run()).run());
  }

  /** Runs `cleanUp` when this task fails; the failure stays what it was. */
  onFailure(cleanUp: (reason: unknown) => Task<unknown>): Task<A> {
    return new Task(() =>
      this.run().catch(async (reason) => {
        await cleanUp(reason)
          .run()
          .catch((second) => console.error('clean-up failed', second));
        throw reason;
      }),
    );
  }
}

export interface Forecast {
  city: string;
  high: number;
  low: number;
}

export function forecasts(bootstrapBrokers: string[]) {
  const producer = new Producer({
    clientId: 'weather',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'weather-forecasts',
  });

  const publish = (list: Forecast[]): Task<void> =>
    Task.of(() => producer.beginTransaction()).chain((tx) =>
      Task.of(() =>
        tx.send({
          messages: list.map((f) => ({ topic: 'forecasts', key: f.city, value: `${f.low}/${f.high}` })),
        }),
      )
        .onFailure(() => Task.of(() => tx.abort()))
        .chain(() => Task.of(() => tx.commit()).onFailure(() => Task.of(() => producer.close(true)))),
    );

  return { publish: (list: Forecast[]) => publish(list).run(), close: () => producer.close() };
}
