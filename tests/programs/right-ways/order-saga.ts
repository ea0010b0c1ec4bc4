import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Step<C> {
  readonly name: string;
  act(context: C): Promise<void>;
  compensate(context: C): Promise<void>;
}

export class InDoubt extends Error {
  constructor(cause: unknown) {
    super('nobody knows yet whether the saga has been announced', { cause });
    this.name = 'InDoubt';
  }
}

/**
 * Runs the steps, then announces the result in one transaction. Before the commit a failure undoes
 * the steps; from the commit on it must not, because the announcement may have been read.
 */
export async function runSaga<C extends { orderId: string }>(
  producer: KafkaJS.Producer,
  steps: ReadonlyArray<Step<C>>,
  context: C,
): Promise<void> {
  const acted: Step<C>[] = [];
  const undo = async (): Promise<void> => {
    for (const step of acted.reverse()) {
      await step.compensate(context);
    }
  };

  await producer.transaction();
  try {
    for (const step of steps) {
      await step.act(context);
      acted.push(step);
      await producer.send({ topic: 'saga.steps', messages: [{ key: context.orderId, value: step.name }] });
    }
    await producer.send({ topic: 'saga.done', messages: [{ key: context.orderId, value: 'done' }] });
  } catch (failure) {
    const results = await Promise.allSettled([producer.abort(), undo()]);
    const more = results.flatMap((r) => (r.status === 'rejected' ? [r.reason] : []));
    throw more.length > 0 ? new AggregateError([failure, ...more], `saga of ${context.orderId}`) : failure;
  }

  let attempts = 0;
  while (true) {
    try {
      await producer.commit();
      break;
    } catch (err) {
      attempts += 1;
      if ((err as { code?: number }).code !== KafkaJS.ErrorCodes.ERR__TIMED_OUT || attempts === 5) {
        throw new InDoubt(err);
      }
    }
  }
}
