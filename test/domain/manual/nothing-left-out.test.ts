import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';
import { question } from '../../../domain/questions/line.js';
import { bundleComponent, packagePlan } from '../../../domain/rating/bundle/settings.js';
import { ratingPlan } from '../../../domain/rating/plan/plan.js';
import { packTable } from '../../../domain/rating/tables/pack-rows.js';
import { ratingTable } from '../../../domain/rating/tables/table.js';
import { manualOf, products } from './manual-support.js';

/** Every field that a manual reads by its name, as `coverages.details.when`. Copying and hashing do not count. */
const read = new Set<string>();

function watched<T>(value: T, path = ''): T {
  if (value === null || typeof value !== 'object') return value;
  let enumerated: PropertyKey | null = null;
  return new Proxy(value, {
    getOwnPropertyDescriptor(target, field) {
      enumerated = field;
      return Reflect.getOwnPropertyDescriptor(target, field);
    },
    get(target, field) {
      const isItem = Array.isArray(target) && typeof field === 'string' && /^\d+$/.test(field);
      const at = isItem ? path : `${path}.${String(field)}`;
      if (enumerated === field) enumerated = null;
      else read.add(at);
      const found: unknown = Reflect.get(target, field);
      return typeof found === 'function' ? found : watched(found, at);
    },
  }) as T;
}

/** The fields of a schema, without those of steps and expressions, which have words of their own. */
function fieldsOf(schema: unknown, path = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return fieldsOf(schema.unwrap(), path);
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, path);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [at, ...fieldsOf(inner, at)];
  });
}

const page = readFileSync('docs/guides/printed-tables.md', 'utf8');
const [, printed = ''] = /^```yaml product\n(.*?)^```$/ms.exec(page) ?? [];
const ofThePage = readProductFile(printed, 'YAML').definition!;
/** Its table of 20,001 rows is packed. */
const large = (definition: ProductDefinition): ProductDefinition => {
  const rows = Array.from({ length: 20_001 }, (_, row) => [String(row), row]);
  const byZip = ratingTable.parse({ keys: [{ name: 'zip' }], columns: [{ name: 'factor' }], rows });
  return { ...definition, tables: { ...definition.tables, byZip: packTable(byZip) } };
};
for (const definition of [...products.map((each) => each.definition), large(ofThePage)]) {
  manualOf(watched(definition) as ProductDefinition);
}

/** The fields of a schema that no path with this beginning has. */
function unread(schema: z.ZodType, beginning: RegExp): string[] {
  const paths = [...read].flatMap((path) => (beginning.test(path) ? [path.replace(beginning, '')] : []));
  return fieldsOf(schema).filter((field) => !paths.includes(field));
}

describe('a manual', () => {
  it('leaves out no field of a rating plan, a package or a table', () => {
    expect(unread(ratingPlan, /^\.ratingPlans\.[\w-]+\./)).toEqual([]);
    expect(unread(packagePlan, /^\.configurations\.events\.GET_QUOTES\.package\./)).toEqual([]);
    // The key of a component and the key of its plan are ids.
    expect(unread(bundleComponent, /^\.configurations\.events\.GET_QUOTES\.components\./)).toEqual([]);
    expect(unread(ratingTable, /^\.tables\.\w+\./)).toEqual([]);
  });

  it('leaves out no field of a question', () => {
    expect(unread(question, /^\.product\.(lines\.)*display\.sections\.subsections\.questions\./)).toEqual([]);
  });
});
