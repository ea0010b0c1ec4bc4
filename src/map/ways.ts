import type { TSESTree } from '@typescript-eslint/utils';
import type { Course, SeenCourse, StepKind } from '../flow/courses.js';
import type { Category, Operation } from '../taxonomy/index.js';
import type { MapStep, Place, Way } from './handling-map.js';
import { settles, stepWords } from './words.js';

/** Where a node starts. */
export const placeOf = (node: TSESTree.Node): Place => ({
  line: node.loc.start.line,
  column: node.loc.start.column + 1,
});

/** Courses that go on in another one are only its beginning. */
function whole(courses: readonly Course[]): readonly Course[] {
  return courses.filter(
    (course) =>
      !courses.some(
        (other) =>
          other !== course &&
          other.steps.length > course.steps.length &&
          course.steps.every(
            (step, index) => other.steps[index]?.kind === step.kind && other.steps[index].node === step.node,
          ),
      ),
  );
}

/** The kinds of steps that tell nothing by themselves. */
const SILENT: ReadonlySet<StepKind> = new Set(['throws', 'ends', 'abort-fails']);

/** The steps of a course that a cell shows. */
function shown(course: Course, after: Operation | 'own', category: Category | undefined): Way {
  const isOver = category === 'application-recoverable' && after !== 'own';
  const steps = course.steps.filter(
    ({ kind }) =>
      !SILENT.has(kind) &&
      // After an error that leaves the producer unusable there is nothing to abort.
      !(isOver && (kind === 'left-open' || kind === 'left-to-holder')),
  );
  const settled = steps.some(({ kind }) => settles(kind, after, category));
  return steps
    .filter(({ kind }, index) => kind !== 'goes-on' || index === steps.length - 1)
    .filter(({ kind }, index) => !(kind === 'unseen' && index > 0))
    .map(({ kind, node }): MapStep => {
      const said = kind === 'swallowed' && settled ? 'goes-on' : kind;
      return { kind: said, words: stepWords(said, after), place: placeOf(node) };
    });
}

const wayKey = (way: Way): string => way.map(({ kind, place }) => `${kind}:${String(place.line)}`).join(' ');

/** The ways that a program takes after an error of an operation; each once, in the order in which they were seen. */
export function waysOf(
  seen: readonly SeenCourse[],
  after: Operation | 'own',
  category: Category | undefined,
): readonly Way[] {
  const ways = new Map<string, Way>();
  const courses = whole(seen.map((s) => s.course));
  // That the clean-up may fail itself is told where its own error is.
  const plain = courses.filter((course) => !course.steps.some(({ kind }) => kind === 'abort-fails'));
  for (const course of plain.length > 0 ? plain : courses) {
    const way = shown(course, after, category);
    ways.set(wayKey(way), way);
  }
  // What is known to go on somewhere says more than a way of which nothing was seen.
  if (ways.size > 1) ways.delete('');
  return telling([...ways.values()]);
}

/** Ends that say less than another way with the same beginning; that a later call may fail itself is told where its own error is. */
const LESS_TELLING: ReadonlySet<MapStep['kind']> = new Set(['goes-on', 'hidden', 'replaced']);

const isLessTelling = (way: Way): boolean => {
  const last = way.at(-1);
  return last !== undefined && LESS_TELLING.has(last.kind);
};

/** Without those that say less than another. */
function telling(ways: readonly Way[]): readonly Way[] {
  return ways.filter(
    (way) =>
      !isLessTelling(way) ||
      !ways.some(
        (other) =>
          other !== way &&
          other.length >= way.length &&
          !isLessTelling(other.slice(0, way.length)) &&
          way.slice(0, -1).every((step, i) => isSame(step, other[i])),
      ),
  );
}

const isSame = (a: MapStep, b: MapStep | undefined): boolean =>
  a.kind === b?.kind && a.place.line === b.place.line;

/** Whether every way settles the error. A way that repeats the call goes on as the repeated one does. */
export function isSettled(
  ways: readonly Way[],
  after: Operation | 'own',
  category: Category | undefined,
): boolean {
  return (
    ways.length > 0 &&
    ways.every((way) => way.some(({ kind }) => kind === 'tries-again' || settles(kind, after, category)))
  );
}

/** The text by which ways are told from others. */
export const waysKey = (ways: readonly Way[]): string => ways.map(wayKey).sort().join(' | ');
