import { createRequire } from 'node:module';
import * as cockatiel from 'cockatiel';
import * as exponentialBackoff from 'exponential-backoff';
import * as pRetry from 'p-retry';
import * as rxjs from 'rxjs';
import * as tsRetryPromise from 'ts-retry-promise';

const require = createRequire(import.meta.url);

/** An ES module as compiled code gets it. */
const compiled = (module: object): object => ({ __esModule: true, ...module });

/** Before its version 7 it took `forever` for what it now takes `Infinity` for. */
const foreverRetry: typeof pRetry.default = (
  input,
  { forever, ...options }: pRetry.Options & { forever?: boolean } = {},
) => pRetry.default(input, { ...options, ...(forever === true && { retries: Infinity }) });

/** Libraries whose own code runs: what they do with a failed call is what matters. */
export const LIBRARIES: Readonly<Record<string, unknown>> = {
  'p-retry': compiled({ ...pRetry, default: foreverRetry }),
  'async-retry': require('async-retry') as unknown,
  'promise-retry': require('promise-retry') as unknown,
  'exponential-backoff': compiled(exponentialBackoff),
  'ts-retry-promise': compiled(tsRetryPromise),
  cockatiel: compiled(cockatiel),
  rxjs: compiled(rxjs),
  'rxjs/operators': compiled(rxjs),
};
