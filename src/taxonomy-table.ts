import { profiles, type ClientId } from './clients/index.js';

/** The table that the rules go by, for other tools: KIP-1050's categories and rows, and how each client spells a row. */
export {
  apiOf,
  CATEGORIES as categories,
  categoryDoc,
  categoryOf,
  isCanonicalName,
  isRetriable,
  isRowId,
  knownIssues,
  leavesProducerUsable,
  OPERATIONS as operations,
  rowByProtocolCode,
  rowByProtocolName,
  rowOf,
  rows,
  rowsRaisedBy,
  rowsUnder,
  supersOf,
  type Api,
  type BaseException,
  type Category,
  type CategoryDoc,
  type KnownIssue,
  type Operation,
  type Row,
  type RowId,
} from './taxonomy/index.js';
export { appearancesOf, type Appearance, type Appearances } from './clients/appearances.js';
export { rowsCalled, type Called } from './clients/called.js';
export { rowsSpelled, spellingsOf, type ClientId, type ErrorLayer, type Spellings } from './clients/index.js';

/** A client that the table knows. */
export interface Client {
  readonly id: ClientId;
  /** The name that messages use. */
  readonly label: string;
  /** The versions whose errors the table was compared with. */
  readonly versions: readonly string[];
}

/** Every client, the most used first. */
export const clients: readonly Client[] = profiles.map(({ id, label, versions }) => ({
  id,
  label,
  versions,
}));
