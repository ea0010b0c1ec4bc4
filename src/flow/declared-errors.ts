import { profileOf, type ErrorVariant } from '../clients/index.js';
import { categoryOfClass, categoryOfCode, type Settings } from '../model/settings.js';
import { categoryOf, type Category } from '../taxonomy/index.js';
import type { VariantTable } from './errors.js';

/*
 * The settings' error classes and codes: an application's wrapper raises them in place of a client's errors. Each stands for the
 * rows of its category, with every client, beside the client's own spellings.
 */

const tables = new WeakMap<Settings, Map<VariantTable, VariantTable>>();

/** A table whose variants know which classes and codes of the settings stand for them. */
export function withDeclared(table: VariantTable, settings: Settings): VariantTable {
  if (settings.errorClasses.size === 0 && settings.errorCodes.size === 0) return table;
  let known = tables.get(settings);
  if (!known) tables.set(settings, (known = new Map<VariantTable, VariantTable>()));
  let declared = known.get(table);
  if (!declared) {
    declared = {
      ...table,
      variants: table.variants.map((variant) => declaredVariant(variant, table, settings)),
    };
    known.set(table, declared);
  }
  return declared;
}

function declaredVariant(
  variant: ErrorVariant,
  { client, operation }: VariantTable,
  settings: Settings,
): ErrorVariant {
  if (variant.row === 'unknown' || variant.row === 'local' || variant.beforeSend) return variant;
  const category = profileOf(client).flagged?.(variant) ?? categoryOf(variant.row, operation);
  const named = (map: ReadonlyMap<string, Category>): string[] =>
    [...map].flatMap(([name, of]) => (of === category ? [name] : []));
  const classes = named(settings.errorClasses).flatMap((name) => [`instanceof ${name}`, `name ${name}`]);
  const codes = named(settings.errorCodes).flatMap((code) => CODE_FIELDS.map((field) => `${field} ${code}`));
  return { ...variant, declared: [...classes, ...codes] };
}

const CODE_FIELDS = ['code', 'type', 'errno', 'name'] as const;

/** Whether the settings say that a test (`instanceof`, or a field's name) with that value is true for a variant. */
export const isDeclared = (variant: ErrorVariant, test: string, value: unknown): boolean =>
  variant.declared !== undefined &&
  (typeof value === 'string' || typeof value === 'number') &&
  variant.declared.includes(`${test} ${value}`);

/** The category that the settings give the class or code of a test, or undefined. */
export function declaredCategory(settings: Settings, test: string, value: unknown): Category | undefined {
  if (test === 'instanceof' || test === 'name') {
    const category = categoryOfClass(settings, String(value));
    if (category) return category;
  }
  return (CODE_FIELDS as readonly string[]).includes(test) ? categoryOfCode(settings, value) : undefined;
}
