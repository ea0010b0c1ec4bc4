import type { RunContext } from '../back-end.js';
import type { Deed, DeedStart } from '../trace.js';
import { errorOf } from './error-of.js';

/** How long an answer takes, in milliseconds of the virtual clock. */
const ANSWER = 1;

/** What a fake does with a call before it asks the broker: the client's own error, or nothing. */
type Refusal = (() => Error | undefined) | undefined;

/** Settles an operation in a callback's manner: with the error, or without. */
export function answered(
  { recorder, clock }: RunContext,
  start: DeedStart,
  { refuse, asked, done }: { refuse?: Refusal; asked?: () => void; done: (error: Error | undefined) => void },
): Deed {
  const deed = recorder.begin(start);
  // A call that never ends: the process is gone, or the run would go on for ever.
  if (recorder.isOver) return deed;
  const refusal = refuse?.();
  if (refusal) {
    recorder.failed(deed, refusal);
    clock.after(0, () => {
      done(refusal);
    });
    return deed;
  }
  const fault = recorder.faultOf(deed);
  asked?.();
  clock.after(ANSWER, () => {
    if (recorder.exit) return;
    if (!fault) {
      recorder.succeeded(deed);
      done(undefined);
      return;
    }
    const error = errorOf(start.client, fault.variant);
    recorder.failed(deed, error, fault);
    done(error);
  });
  return deed;
}

/** Settles an operation in a promise's manner. */
export function promised<T>(
  context: RunContext,
  start: DeedStart,
  {
    refuse,
    asked,
    value,
  }: { refuse?: Refusal; asked?: () => void; value: (failed: boolean, deed: Deed) => T },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const deed = answered(context, start, {
      ...(refuse && { refuse }),
      ...(asked && { asked }),
      done: (error) => {
        const given = value(error !== undefined, deed);
        if (error === undefined) resolve(given);
        else reject(error);
      },
    });
  });
}
