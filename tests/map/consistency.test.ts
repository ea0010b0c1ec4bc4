import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HandlingMap, MapReport } from '../../src/map/handling-map.js';
import { HANDLING_KINDS } from '../../src/map/handling-map-of.js';
import { rules } from '../../src/rules/index.js';
import { lint } from '../lint.js';
import { mapOf } from './map-of.js';

const programs = path.resolve(import.meta.dirname, '../programs');
const folders = readdirSync(programs);

/** Programs whose report is about the call of a promisified function, far from the operation's own line: it stands beside the table. */
const BESIDE = new Set(['wr04-foreach-async.mjs']);

/** Programs whose map says itself that it is not complete: a listener's errors are in a promise that each of its calls prolongs. */
const INCOMPLETE = new Set(['reed-beds.js', 'grid-dispatch.ts']);

const handlingRules = new Set<string>(
  Object.values(rules)
    .filter((rule) => rule.kinds.some((kind) => HANDLING_KINDS.has(kind)))
    .map((rule) => rule.name),
);

const spelled = ({ rule, place, message }: MapReport): string =>
  `${place.line}:${place.column} ${rule} ${message}`;

/** The reports that wrong cells of a map stand for. */
function reportsInCells(map: HandlingMap): string[] {
  const found = new Set<string>();
  for (const table of map.tables) {
    const cells = [...table.operations.flatMap((line) => line.cells), ...table.own];
    for (const { verdict, reports } of cells) {
      expect(verdict === 'wrong').toBe(reports.length > 0);
      for (const number of reports) {
        const report = table.reports.find((r) => r.number === number);
        expect(report).toBeDefined();
        if (report) found.add(spelled(report));
      }
    }
    for (const report of table.reports) expect([...found]).toContain(spelled(report));
  }
  return [...found].sort();
}

/** All of them take minutes: every other one is looked at otherwise. */
const isWhole = process.env['PROVE'] === 'all';

describe.each(folders)('the maps of the %s programs', (folder) => {
  const files = readdirSync(path.join(programs, folder))
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .filter((_, index) => isWhole || index % 2 === 0);

  it.each(files)('%s: a cell is wrong where an error-handling rule reports, and nowhere else', (file) => {
    const code = readFileSync(path.join(programs, folder, file), 'utf8');
    const map = mapOf(code, file);
    const reports = lint(code, file, 'strict').map(({ line, column, rule, message }) => ({
      rule,
      text: `${line}:${column} ${rule} ${message}`,
    }));

    const isInCell = (rule: string): boolean => handlingRules.has(rule) && !BESIDE.has(file);
    const handling = reports.filter((r) => isInCell(r.rule)).map((r) => r.text);
    const others = reports.filter((r) => !isInCell(r.rule)).map((r) => r.text);
    expect(map ? reportsInCells(map) : []).toEqual([...new Set(handling)].sort());
    expect(map ? map.others.map(spelled).sort() : []).toEqual(others.sort());
  });

  it.each(files)('%s: every cell says what happens', (file) => {
    const map = mapOf(readFileSync(path.join(programs, folder, file), 'utf8'), file);

    expect(map?.complete ?? true).toBe(!INCOMPLETE.has(file));
  });
});
