import util from 'node:util';
import type { Recorder } from '../trace.js';

type Fn = Parameters<typeof util.promisify>[0];

/** Who waits for a promise hears of what has failed at once only when all that is called at the same time has been called. */
export const promisifyIn = (recorder: Recorder) => (fn: Fn) => {
  const promisified = util.promisify(fn) as (...args: readonly unknown[]) => Promise<unknown>;
  return (...args: readonly unknown[]): Promise<unknown> => {
    const { length } = recorder.deeds;
    const promise = promisified(...args);
    const deed = recorder.deeds[length];
    if (deed?.endedAt !== undefined)
      queueMicrotask(() => {
        deed.endedAt = recorder.tick();
      });
    return promise;
  };
};
