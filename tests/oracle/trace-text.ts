import { layersOf } from '../clients/observed-error.js';
import type { Trace } from './trace.js';

/** Fields that tell of one occasion: addresses, times, counts. */
const OF_THE_OCCASION = new Set([
  'retryCount',
  'retryTime',
  'helpUrl',
  'broker',
  'host',
  'port',
  'correlationId',
  'createdAt',
  'sentAt',
  'pendingDuration',
  'instance',
]);

/** An error as a program sees it: classes, and the fields that are the same each time it occurs. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return `not an error: ${String(error)}`;
  return layersOf(error)
    .map(({ classes, fields }) => {
      const lasting = Object.entries(fields).filter(([name]) => !OF_THE_OCCASION.has(name));
      return `${classes.join(' < ')} ${JSON.stringify(Object.fromEntries(lasting.sort()))}`;
    })
    .join(' because of ');
}

/** What a run recorded, line by line, in words that two back ends share when the program meets the same. */
export function traceText(trace: Trace): string[] {
  return [
    ...trace.deeds.map(({ line, operation, producer, transaction, records, outcome, error }) =>
      [
        `line ${line ?? '?'}: ${operation} ${outcome}`,
        `producer ${producer}`,
        ...(transaction === undefined ? [] : [`transaction ${transaction}`]),
        ...(records.length > 0 ? [`records ${records.join('; ')}`] : []),
        ...(outcome === 'failed' ? [errorText(error)] : []),
      ].join(', '),
    ),
    ...trace.asides.map(({ is, line, what }) => `line ${line ?? '?'}: ${is} ${what}`),
    ...trace.entries.map(
      ({ name, outcome, value }) => `${name} ${outcome}${outcome === 'threw' ? ` ${errorText(value)}` : ''}`,
    ),
    ...trace.surfaced.map((error) => `surfaced ${errorText(error)}`),
    ...trace.unhandled.map((error) => `unhandled ${errorText(error)}`),
    ...(trace.exit ? [`exit ${String(trace.exit.code)}`] : []),
    ...(trace.endless ? ['endless'] : []),
  ];
}
