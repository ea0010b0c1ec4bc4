import type { StepKind } from '../flow/courses.js';
import type { Category, Operation } from '../taxonomy/index.js';
import type { MapStep, OwnLine, Verdict } from './handling-map.js';

/*
 * The vocabulary of a cell: for an operation and a category, what the program does next, as the analysis has seen it.
 *
 * What a category asks for (KIP-1050, and the clients' ways to do it), and so what makes a cell right, where no rule objects:
 *
 *   send, sendOffsets   retriable          abort; the same sendOffsets again; surface; close
 *                       abortable          abort; surface; close
 *                       recoverable        surface; close or replace the producer
 *                       configuration      surface; close
 *   commit              retriable          commit again; surface; close
 *                       abortable          abort; surface; close
 *                       recoverable        surface; close or replace
 *   abort               retriable          abort again; surface, or let the first error surface; close
 *                       abortable          cannot happen
 *                       recoverable        surface, or let the first error surface; close or replace
 *   init, begin         retriable          try again; surface; close
 *                       the rest           surface; close or replace
 *   the program's own   any                abort; surface; close
 *
 * Whether a cell is wrong is never decided here: a rule's report says so. A cell that is neither is open.
 */

type Subject = Operation | 'own' | 'none';

const AGAIN: Readonly<Record<Operation, string>> = {
  create: 'makes it again',
  init: 'initialises again',
  begin: 'begins again',
  send: 'sends again',
  sendOffsets: 'sends again',
  commit: 'commits again',
  abort: 'aborts again',
  close: 'closes again',
};

const WORDS: Readonly<Record<StepKind, string>> = {
  aborts: 'aborts',
  commits: 'commits',
  'sends-again': 'sends again',
  'tries-again': 'tries again',
  begins: 'begins anew',
  replays: 'replays',
  initialises: 'initialises',
  closes: 'closes the producer',
  replaces: 'replaces the producer',
  'goes-on': 'goes on',
  'abort-fails': 'the abort fails',
  throws: 'throws',
  returns: 'returns a value',
  'hands-on': 'hands on',
  stores: 'stores it',
  exits: 'exits',
  surfaces: 'surfaces',
  replaced: 'surfaces as another error',
  hidden: 'hidden by a later error',
  yields: 'first error surfaces',
  swallowed: 'swallowed',
  unheard: 'unheard',
  unseen: 'unseen code decides',
  'left-open': 'left open',
  'left-to-holder': "open for the producer's holder",
  ends: '',
};

/** The kinds of steps that a cell can show. */
export const STEP_KINDS: readonly StepKind[] = (Object.keys(WORDS) as StepKind[]).filter(
  (kind) => !['ends', 'throws', 'abort-fails', 'tests'].includes(kind),
);

/** What a step is called where it follows an error of an operation. */
export function stepWords(kind: StepKind, after: Subject): string {
  if (after === 'own' || after === 'none') return WORDS[kind];
  if (kind === 'tries-again') return AGAIN[after];
  if (kind === 'aborts' && after === 'abort') return AGAIN.abort;
  if (kind === 'commits') {
    if (after === 'commit') return AGAIN.commit;
    if (after === 'send' || after === 'sendOffsets') return 'commits without it';
  }
  if (kind === 'initialises' && after === 'init') return AGAIN.init;
  return WORDS[kind];
}

const HEARD: readonly MapStep['kind'][] = [
  'surfaces',
  'replaced',
  'hidden',
  'returns',
  'hands-on',
  'stores',
  'exits',
  'closes',
  'replaces',
];

/** The steps that settle an error of an operation: what its category asks for, or somebody who hears of it. */
export function settles(kind: MapStep['kind'], after: Subject, category: Category | undefined): boolean {
  if (HEARD.includes(kind)) return true;
  const isRetriable = category === 'producer-retriable' || category === 'producer-refresh-retriable';
  switch (after) {
    case 'send':
    case 'sendOffsets':
      if (kind === 'sends-again' || kind === 'tries-again') return after === 'sendOffsets' && isRetriable;
      return kind === 'aborts' && (isRetriable || category === 'producer-abortable');
    case 'commit':
      if (kind === 'commits' || kind === 'tries-again') return isRetriable;
      return kind === 'aborts' && category === 'producer-abortable';
    case 'abort':
      if (kind === 'aborts' || kind === 'tries-again') return isRetriable;
      return kind === 'yields';
    case 'init':
    case 'begin':
      return (kind === 'tries-again' || kind === 'begins' || kind === 'initialises') && isRetriable;
    case 'own':
      return kind === 'aborts';
    default:
      return false;
  }
}

/** The mark of a verdict; each is told from the others by its shape alone. */
export const MARKS: Readonly<Record<Verdict, string>> = {
  right: '✓',
  wrong: '✗',
  open: '○',
  impossible: '–',
};

/** What the marks mean. */
export const LEGEND: Readonly<Record<Verdict, string>> = {
  right: 'handled',
  wrong: 'a rule reports it',
  open: 'nothing in view settles it',
  impossible: 'cannot happen',
};

/** The heads of the columns. */
export const HEADS: Readonly<Record<Category, string>> = {
  'producer-retriable': 'Retriable',
  'producer-refresh-retriable': 'Retriable (refresh)',
  'producer-abortable': 'Abortable',
  'application-recoverable': 'Application-recoverable',
  'invalid-configuration': 'Invalid configuration',
};

/** The names of the lines that are about no operation. */
export const OWN_NAMES: Readonly<Record<OwnLine['of'], string>> = {
  own: "an error of the program's own",
  none: 'no error',
};
