import type { RunContext } from '../back-end.js';
import type { Deed, DeedStart, Fault } from '../trace.js';
import { errorOf } from './error-of.js';

/** How long an answer takes, in milliseconds of the virtual clock. */
const ANSWER = 1;

/** What a fake does with a call by itself: the client's own error, or nothing. */
type Refusal = () => Error | undefined;

/** What becomes of a call. */
interface Course {
  /** Before a broker is asked. */
  readonly refuse?: Refusal;
  /** When the answer has come, in place of the answer: the client's state has changed meanwhile. */
  readonly overtaken?: Refusal;
  /** Is a broker asked at all? A call that asks none cannot be failed by one. */
  readonly asks?: () => boolean;
  /** Called when a broker is asked, or none has to be. */
  readonly asked?: () => void;
}

/** Settles an operation in a callback's manner: with the error, or without. */
export function answered(
  { recorder, clock, asksAlways }: RunContext,
  start: DeedStart,
  { refuse, overtaken, asks, asked, done }: Course & { readonly done: (error: Error | undefined) => void },
): Deed {
  const deed = recorder.begin(start);
  // A call that never ends: the process is gone, or the run would go on for ever.
  if (recorder.isOver) return deed;
  const fail = (error: Error, fault?: Fault) => {
    recorder.failed(deed, error, fault);
    done(error);
  };
  const refusal = refuse?.();
  if (refusal) {
    recorder.failed(deed, refusal);
    clock.after(0, () => {
      done(refusal);
    });
    return deed;
  }
  const isAsking = asksAlways || (asks?.() ?? true);
  const fault = isAsking ? recorder.faultOf(deed) : undefined;
  asked?.();
  clock.after(isAsking ? ANSWER : 0, () => {
    if (recorder.exit) return;
    const changed = overtaken?.();
    if (changed) fail(changed);
    else if (fault) fail(errorOf(start.client, fault.variant), fault);
    else {
      recorder.succeeded(deed);
      done(undefined);
    }
  });
  return deed;
}

/** Settles an operation in a promise's manner. `value` is what the call resolves to. */
export function promised<T>(
  context: RunContext,
  start: DeedStart,
  { value, ...course }: Course & { readonly value: (failed: boolean, deed: Deed) => T },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const deed = answered(context, start, {
      ...course,
      done: (error) => {
        const given = value(error !== undefined, deed);
        if (error) reject(error);
        else resolve(given);
      },
    });
  });
}
