import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { newProduct } from '../../../cli/authoring/new-product.js';
import { schemaText } from '../../../cli/authoring/schema-text.js';
import { casesJsonSchema } from '../../../domain/cases/json-schema.js';
import { productJsonSchema } from '../../../domain/product/file/json-schema.js';

const folder = 'db/seeds/products';
const demo = ['general-liability', 'business-package', 'cyber', 'personal-auto'];
const ajv = new Ajv({ strict: false, validateFormats: false });
const isProduct = ajv.compile(productJsonSchema());
const isCases = ajv.compile(casesJsonSchema());

/** As an editor reads it: with merge keys, and numbers as numbers. */
const read = (text: string): unknown => parse(text, { merge: true, maxAliasCount: -1 });

describe('the JSON Schema for editors', () => {
  it.each([
    ['product.schema.json', productJsonSchema, ''],
    ['cases.schema.json', casesJsonSchema, ' --cases'],
  ])('%s is what `product schema` prints', async (file, schema, option) => {
    const hint = `npm run -s cli -- product schema${option} > ${folder}/${file}`;
    expect(await readFile(`${folder}/${file}`, 'utf8'), hint).toBe(schemaText(schema()));
  });

  it.each(demo)('accepts %s and its cases, which name it', async (key) => {
    const [product, cases] = await Promise.all(
      ['yaml', 'cases.yaml'].map((ending) => readFile(`${folder}/${key}.${ending}`, 'utf8')),
    );
    expect(product).toMatch(/^# yaml-language-server: \$schema=\.\/product\.schema\.json\n/);
    expect(cases).toMatch(/^# yaml-language-server: \$schema=\.\/cases\.schema\.json\n/);
    expect(isProduct(read(product!)), JSON.stringify(isProduct.errors)).toBe(true);
    expect(isCases(read(cases!)), JSON.stringify(isCases.errors)).toBe(true);
  });

  it('underlines misspelt keys and choices, and allows rows in other files', () => {
    const { product, cases } = newProduct('corner-shop');
    expect(isProduct(read(product))).toBe(true);
    expect(isCases(read(cases))).toBe(true);
    expect(isProduct(read(product.replace('underwriting:', 'underwritting:')))).toBe(false);
    expect(isProduct(read(product.replace('op: lookup', 'op: lokup')))).toBe(false);
    expect(isCases(read(cases.replace('premium: 960', 'premum: 960')))).toBe(false);
    const outside = product.replace(/rows:\n(\s+- \[.*\]\n)+/, 'file: tables/places.csv\n');
    expect(outside).not.toBe(product);
    expect(isProduct(read(outside))).toBe(true);
  });

  it('describes every field of a product file', () => {
    const { definitions } = productJsonSchema() as unknown as Schema;
    const described = ({ description, $ref, allOf = [], ...property }: Property): boolean =>
      description !== undefined ||
      'const' in property ||
      ($ref !== undefined && described(definitions[$ref.split('/').at(-1)!]!)) ||
      allOf.some(described);
    const undescribed = new Set<string>();
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return;
      const { properties = {} } = node as Property;
      for (const [name, property] of Object.entries(properties)) {
        if (!described(property)) undescribed.add(name);
      }
      for (const inner of Object.values(node)) visit(inner);
    };
    visit(definitions);
    expect([...undescribed]).toEqual([]);
  });
});

interface Property {
  description?: string;
  $ref?: string;
  allOf?: Property[];
  properties?: Record<string, Property>;
}

interface Schema {
  definitions: Record<string, Property>;
}
