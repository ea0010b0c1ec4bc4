import type { TSESTree } from '@typescript-eslint/utils';

/** A part of the changed text: new text, or a part of the old one that is kept or moved there. */
export type Piece = string | TSESTree.Range;

/** Puts pieces in the place of a range of the text. */
export interface Edit {
  readonly range: TSESTree.Range;
  readonly pieces: readonly Piece[];
}

/** Edits that are done together. Their ranges do not overlap. */
export type Change = readonly Edit[];

export const replaced = (range: TSESTree.Range, ...pieces: readonly Piece[]): Edit => ({ range, pieces });
export const removed = (range: TSESTree.Range): Edit => ({ range, pieces: [] });
export const inserted = (at: number, ...pieces: readonly Piece[]): Edit => ({ range: [at, at], pieces });

/** A stretch of the changed text: where it starts there, and where it comes from. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Where the old text has it; undefined for new text. */
  readonly old: number | undefined;
  /** Where the edit that made it stands in the old text. */
  readonly at: number;
}

/** A text after a change, and where each part of it comes from. */
export class ChangedText {
  readonly text: string;
  readonly #stretches: readonly Stretch[];

  constructor(old: string, change: Change) {
    const stretches: Stretch[] = [];
    let text = '';
    const add = (piece: Piece, at: number): void => {
      const part = typeof piece === 'string' ? piece : old.slice(...piece);
      if (part === '') return;
      const start = text.length;
      text += part;
      stretches.push({ start, end: text.length, old: typeof piece === 'string' ? undefined : piece[0], at });
    };
    let from = 0;
    for (const { range, pieces } of inOrder(change)) {
      add([from, range[0]], from);
      for (const piece of pieces) add(piece, range[0]);
      from = range[1];
    }
    add([from, old.length], from);
    this.text = text;
    this.#stretches = stretches;
  }

  /** Where the old text has what the changed text has at an offset; undefined for new text. */
  oldOffset(offset: number): number | undefined {
    const stretch = this.#stretchAt(offset);
    return stretch?.old === undefined ? undefined : stretch.old + offset - stretch.start;
  }

  /** As `oldOffset`, but for new text where the edit stands that made it. */
  oldPlace(offset: number): number | undefined {
    return this.oldOffset(offset) ?? this.#stretchAt(offset)?.at;
  }

  #stretchAt(offset: number): Stretch | undefined {
    return this.#stretches.find(({ start, end }) => start <= offset && offset < end);
  }
}

/** The edits in the order of the text; insertions at the start of a range come before it. */
export const inOrder = (change: Change): readonly Edit[] =>
  [...change].sort((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);

/** The text that an edit puts in. */
export const newText = (old: string, { pieces }: Edit): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : old.slice(...piece))).join('');

/** Whether no two edits of a change touch the same text. */
export function isConsistent(change: Change): boolean {
  const edits = inOrder(change);
  return edits.every(({ range }, index) => {
    const next = edits[index + 1];
    return !next || range[1] <= next.range[0];
  });
}
