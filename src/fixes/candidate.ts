import type { TSESLint } from '@typescript-eslint/utils';
import type { Analysis } from '../flow/analysis.js';
import type { Finding, FindingKind } from '../flow/finding.js';
import type { Change } from './change.js';

/** Something that can be done about a finding. */
export interface Candidate<MessageIds extends string> {
  readonly change: Change;
  /**
   * Whether it may be applied without a person looking: it changes the outcome for no error that was handled rightly, and every error still
   * reaches someone. Whether the finding is gone then, and no other has come, is checked afterwards.
   */
  readonly isSafe: boolean;
  /** Offered only where nothing else is. */
  readonly isLastResort?: boolean;
  /** What the suggestion says, if it becomes one. */
  readonly messageId: MessageIds;
  readonly data?: Readonly<Record<string, string>>;
  /**
   * What the suggestion says instead where something else is reported after it, by its kind: each says what is left to do. It is not
   * offered where it brings something of which none speaks.
   */
  readonly leaves?: Readonly<Partial<Record<FindingKind | 'any', MessageIds>>>;
}

/** A finding in its file. */
export interface Situation {
  readonly finding: Finding;
  readonly analysis: Analysis;
  readonly sourceCode: Readonly<TSESLint.SourceCode>;
  readonly filename: string;
}
