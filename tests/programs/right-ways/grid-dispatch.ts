import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

enum Verdict {
  RetryAfterAbort,
  NewProducer,
  Misconfigured,
}

const TABLE: ReadonlyMap<Verdict, readonly string[]> = new Map([
  [Verdict.RetryAfterAbort, ['REQUEST_TIMED_OUT', 'NOT_ENOUGH_REPLICAS', 'TRANSACTION_ABORTABLE']],
  [Verdict.Misconfigured, ['TOPIC_AUTHORIZATION_FAILED', 'RECORD_LIST_TOO_LARGE', 'INVALID_REQUIRED_ACKS']],
]);

function judge(err: unknown): Verdict {
  if (err instanceof Error && GenericError.isGenericError(err)) {
    for (const [verdict, ids] of TABLE) {
      if (ids.some((id) => (err as GenericError).findBy('apiId', id) !== null)) return verdict;
    }
  }
  // Nothing that the table knows: fenced, unknown, or a bug.
  return Verdict.NewProducer;
}

type Order = { plant: string; megawatts: number };

export class Dispatcher {
  #producer = this.#open();

  #open() {
    return new Producer({
      clientId: 'dispatch',
      bootstrapBrokers: ['grid-kafka:9092'],
      idempotent: true,
      transactionalId: 'dispatch-control-room',
      serializers: stringSerializers,
    });
  }

  async #replace(): Promise<void> {
    const old = this.#producer;
    this.#producer = this.#open();
    try {
      await old.close(true);
    } catch (err) {
      console.warn('dispatch: old producer not closed', err);
    }
  }

  async dispatch(orders: Order[], attemptsLeft = 3): Promise<void> {
    const messages = orders.map((o) => ({ topic: 'dispatch', key: o.plant, value: o.megawatts.toFixed(1) }));
    const tx = await this.#producer.beginTransaction().catch(async (err) => {
      await this.#replace();
      throw err;
    });

    try {
      await tx.send({ messages });
    } catch (err) {
      const verdict = judge(err);
      if (verdict === Verdict.NewProducer) {
        await this.#replace();
      } else {
        await tx.abort().catch(() => this.#replace());
      }
      if (verdict === Verdict.Misconfigured || attemptsLeft <= 1) throw err;
      return this.dispatch(orders, attemptsLeft - 1);
    }

    try {
      await tx.commit();
    } catch (err) {
      // Done or not: the control room decides, this class does not dispatch a second time.
      await this.#replace();
      throw err;
    }
  }
}
