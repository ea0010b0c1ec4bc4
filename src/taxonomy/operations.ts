/** What a call does in a transactional producer's life, whatever the client calls it. */
export const OPERATIONS = [
  'create',
  'init',
  'begin',
  'send',
  'sendOffsets',
  'commit',
  'abort',
  'close',
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** The two columns of KIP-1050's table. */
export type Api = 'producerApi' | 'transactionApi';

/**
 * The column of KIP-1050's table that an operation asks.
 * Sends, of records or of offsets, are the Producer API; everything else is the Transaction API.
 */
export function apiOf(operation: Operation): Api {
  return operation === 'send' || operation === 'sendOffsets' ? 'producerApi' : 'transactionApi';
}
