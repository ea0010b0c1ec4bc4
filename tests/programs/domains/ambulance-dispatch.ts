import type { Producer, Transaction } from 'kafkajs';

type Ok<T> = { readonly ok: true; readonly value: T };
type Err = { readonly ok: false; readonly step: 'begin' | 'send' | 'commit'; readonly error: unknown };
type Result<T> = Ok<T> | Err;

export interface Dispatch {
  call: string;
  vehicle: string;
  priority: 1 | 2 | 3;
}

const fail = (step: Err['step'], error: unknown): Err => ({ ok: false, step, error });

async function begin(producer: Producer): Promise<Result<Transaction>> {
  try {
    return { ok: true, value: await producer.transaction() };
  } catch (error) {
    return fail('begin', error);
  }
}

async function write(producer: Producer, dispatch: Dispatch): Promise<Result<string>> {
  const begun = await begin(producer);
  if (!begun.ok) return begun;
  const tx = begun.value;

  try {
    await tx.send({ topic: 'dispatch.calls', messages: [{ key: dispatch.call, value: dispatch.vehicle }] });
    await tx.send({ topic: 'dispatch.vehicles', messages: [{ key: dispatch.vehicle, value: 'BUSY' }] });
  } catch (error) {
    await tx.abort().catch((abortError) => console.error('dispatch: abort failed', abortError));
    return fail('send', error);
  }

  try {
    await tx.commit();
  } catch (error) {
    return fail('commit', error);
  }
  return { ok: true, value: dispatch.call };
}

export async function dispatch(producer: Producer, order: Dispatch): Promise<string> {
  const result = await write(producer, order);
  if (!result.ok) {
    throw new Error(`dispatch ${order.call} failed at ${result.step}`, { cause: result.error });
  }
  return result.value;
}
