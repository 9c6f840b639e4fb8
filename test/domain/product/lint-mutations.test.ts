import { describe, expect, it } from 'vitest';
import { readWritten } from '../../../domain/ground/written-issues.js';
import { productDefinition } from '../../../domain/product/definition.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { randomFrom } from '../../support/random.js';
import { stepSlips } from './slips/step-slips.js';
import { tableSlips } from './slips/table-slips.js';
import { unknowable } from './slips/unknowable.js';
import { demoContent, demoProducts, type Json, type JsonMap, type Slip } from './slips/walk.js';
import { writtenSlips } from './slips/written-slips.js';

/*
 * Lint is proven by planting slips of the pen into the demo products: every kind of slip at places drawn with a
 * fixed seed. Each must be found, except the kinds that no tool can know.
 */

const perKind = 5;
const seed = 20_260_101;

const products = demoProducts.map((name) => ({
  name,
  whole: demoContent(name),
  rated: withoutForms(demoContent(name)),
}));

interface Planted {
  product: string;
  content: Json;
  slip: Slip;
}

/** Rating alone, which is faster to lint. */
function withoutForms(content: JsonMap): JsonMap {
  const [quoting] = content.configurations as Json[];
  return { ...content, forms: [], configurations: [quoting ?? null] };
}

/** So many slips of each kind, over all products. */
function drawn(): Map<string, Planted[]> {
  const byKind = new Map<string, Planted[]>();
  for (const { name, whole, rated } of products) {
    const inForms = writtenSlips(whole).filter(({ what }) => /^(forms|configurations)\./.test(what));
    const inRating = [...writtenSlips(rated), ...stepSlips(rated), ...tableSlips(rated)];
    for (const [content, slips] of [
      [whole, inForms],
      [rated, inRating],
    ] as const) {
      for (const slip of slips) {
        byKind.set(slip.kind, [...(byKind.get(slip.kind) ?? []), { product: name, content, slip }]);
      }
    }
  }
  const random = randomFrom(seed);
  return new Map([...byKind].map(([kind, slips]) => [kind, draw(slips, perKind, random)]));
}

function draw<T>(items: readonly T[], count: number, random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ item }) => item);
}

/** What is said about a content: by the schema, or by lint. */
function saidOf(content: Json): string[] {
  const { data, issues } = readWritten(productDefinition, content);
  return (data === undefined ? issues : lintDefinition(data)).map(({ message }) => message);
}

/** What is said of each content as it is: without its forms, a value that only they read is read by nothing. */
const saidBefore = new Map(
  products
    .flatMap(({ whole, rated }) => [whole, rated])
    .map((content) => [content, new Set(saidOf(content))]),
);

function isFound({ content, slip }: Planted): boolean {
  const copy = structuredClone(content);
  slip.plant(copy);
  return saidOf(copy).some((message) => !saidBefore.get(content as JsonMap)?.has(message));
}

const planted = drawn();

describe('lint', () => {
  it('finds nothing in the demo products as they are', () => {
    expect(products.flatMap(({ whole }) => saidOf(whole))).toEqual([]);
  });

  it('is tried with at least 200 slips', () => {
    expect([...planted.values()].flat().length).toBeGreaterThanOrEqual(200);
  });

  it.each([...planted])('finds each slip: %s', (_kind, slips) => {
    const missed = slips.filter((slip) => !isFound(slip));
    expect(missed.map(({ product, slip }) => `${product}: ${slip.what}`)).toEqual([]);
  });

  it.each(unknowable)('cannot know: $kind ($reason)', ({ slips }) => {
    const some = products.flatMap(({ name, rated }) =>
      slips(rated)
        .slice(0, 2)
        .map((slip) => ({ product: name, content: rated, slip })),
    );
    expect(some.length).toBeGreaterThan(0);
    expect(some.filter(isFound).map(({ slip }) => slip.what)).toEqual([]);
  });
});
