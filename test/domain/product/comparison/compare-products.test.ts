import { describe, expect, it } from 'vitest';
import { changeLines } from '../../../../cli/comparison/change-text.js';
import { isOperation } from '../../../../domain/expression/index.js';
import { canonicalJson } from '../../../../domain/ground/canonical-json.js';
import { pathText } from '../../../../domain/ground/lint-issue.js';
import { compareProducts } from '../../../../domain/product/comparison/compare-products.js';
import { type ProductDefinition, productDefinition } from '../../../../domain/product/definition.js';
import { aProduct, type ProductContent } from '../../../support/product-factory.js';
import { randomFrom } from '../../../support/random.js';
import { at, demoContent, demoProducts, type Json, type Path, placesIn } from '../slips/walk.js';

/** A demo product as it is stored, as plain JSON. */
const stored = (name: (typeof demoProducts)[number]): Json =>
  JSON.parse(JSON.stringify(productDefinition.parse(demoContent(name)))) as Json;

const differences = (a: Json, b: Json) =>
  compareProducts(a as unknown as ProductDefinition, b as unknown as ProductDefinition);

const isLeaf = (value: Json) => value === null || typeof value !== 'object';

function another(value: Json): Json {
  if (typeof value === 'string') return `${value} x`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : 0;
}

function draw<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => items[Math.floor(random() * items.length)] as T);
}

/** Whether a change is told at a path: itself, within an expression there, or within an item that came or went. */
function tells(changes: ReturnType<typeof compareProducts>, path: Path, content: Json): boolean {
  return changes.some(({ kind, path: told, pathBefore = told }) => {
    const isAround = pathBefore.every((part, index) => String(part) === String(path[index]));
    if (!isAround || pathBefore.length === 0) return false;
    if (pathBefore.length === path.length || kind === 'ADDED' || kind === 'REMOVED') return true;
    const value = at(content, pathBefore);
    return typeof value === 'object' && value !== null && (isOperation(value) || Array.isArray(value));
  });
}

describe.each(demoProducts)('the differences of %s', (name) => {
  const content = stored(name);
  const places = [...placesIn(content)];

  it('to itself are none', () => {
    expect(differences(content, structuredClone(content))).toEqual([]);
  });

  it('name the path of any leaf that is changed', () => {
    const leaves = places.filter(({ value }) => isLeaf(value)).map(({ path }) => path);
    const missed = draw(leaves, 60, 1).filter((path) => {
      const changed = structuredClone(content);
      const around = at(changed, path.slice(0, -1)) as Record<string, Json>;
      around[String(path.at(-1))] = another(at(content, path));
      return !tells(differences(content, changed), path, content);
    });
    expect(missed.map(pathText)).toEqual([]);
  });

  it('name any part that is left out, or added', () => {
    const parts = places.map(({ path }) => path).filter((path) => path.length > 1);
    const missed = draw(parts, 50, 2).filter((path) => {
      const written = structuredClone(content);
      const around = at(written, path.slice(0, -1)) as Json[] & Record<string, Json>;
      if (Array.isArray(around)) around.splice(Number(path.at(-1)), 1);
      else delete around[String(path.at(-1))];
      const { data } = productDefinition.safeParse(written);
      // A part with a default is filled in, and some cannot be left out.
      if (data === undefined || canonicalJson(data) === canonicalJson(content)) return false;
      const changed = data as unknown as Json;
      return differences(content, changed).length === 0 || differences(changed, content).length === 0;
    });
    expect(missed.map(pathText)).toEqual([]);
  });

  it('tell another order of any list', () => {
    const lists = places.filter(({ value }) => Array.isArray(value) && value.length > 1);
    const missed = draw(lists, 25, 3).filter(({ value, path }) => {
      const changed = structuredClone(content);
      const reversed = (value as Json[]).toReversed();
      (at(changed, path.slice(0, -1)) as Record<string, Json>)[String(path.at(-1))] = reversed;
      return canonicalJson(reversed) !== canonicalJson(value) && differences(content, changed).length === 0;
    });
    expect(missed.map(({ path }) => pathText(path))).toEqual([]);
  });

  it('are found well within a second', () => {
    const changed = structuredClone(content);
    for (const { value, path } of placesIn(changed)) {
      if (path.at(-1) === 'by' && typeof value === 'number') {
        (at(changed, path.slice(0, -1)) as Record<string, Json>).by = value + 1;
      }
    }
    const began = performance.now();
    expect(differences(content, changed).length).toBeGreaterThan(5);
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('the text of differences', () => {
  const table = {
    keys: [{ name: 'claims', match: 'range', type: 'number' }, { name: 'state' }],
    columns: [{ name: 'factor' }],
    rows: [
      [[0, 1], 'CA', 1],
      [[1, 3], 'CA', 1.1],
      [[3, null], '*', 1.5],
    ],
  };
  const step = (name: string, more: object = {}) => ({ name, op: 'multiply', by: 2, ...more });

  /** What is said about a change of a small product. */
  function said(
    change: (content: ProductContent) => void,
    before: (content: ProductContent) => void = () => {},
  ) {
    const a = aProduct((content) => {
      content.tables = { experience: structuredClone(table) };
      before(content);
    });
    const b = structuredClone(a) as unknown as ProductContent;
    change(b);
    return changeLines(compareProducts(a, productDefinition.parse(b)));
  }
  const rows = (content: ProductContent) => (content.tables.experience as typeof table).rows as unknown[][];
  const plan = (content: ProductContent) =>
    content.ratingPlans.standard as { coverages: { steps: object[] }[]; underwriting: object[] };
  const questions = ({ product }: ProductContent) => product.display.sections[0]!.subsections[0]!.questions;

  it('names a row of a table by its keys', () => {
    const lines = said((content) => {
      rows(content)[1]![2] = 1.2;
    });
    expect(lines).toEqual(['', 'Tables', '  experience [claims 1–3, state CA]: factor 1.1 → 1.2']);
  });

  it('names rows that came, went, or got another key', () => {
    const lines = said((content) => {
      rows(content)[2]![0] = [4, null];
      rows(content)[0] = [[0, 1], 'NY', 0.9];
    });
    expect(lines).toEqual([
      '',
      'Tables',
      '  experience [claims from 3, state any]: claims [3, null] → [4, null]',
      '  experience [claims 0–1, state CA]: removed [[0, 1], CA, 1]',
      '  experience [claims 0–1, state NY]: added [[0, 1], NY, 0.9]',
    ]);
  });

  it('says that another order of rows has no effect, except where the first one counts', () => {
    const reversed = (content: ProductContent) => void rows(content).reverse();
    expect(said(reversed)[2]).toMatch(/^ {2}experience: 2 rows are in another place, without effect/);
    const first = (content: ProductContent) =>
      Object.assign(content.tables.experience as object, { hitPolicy: 'first' });
    expect(said(reversed, first).slice(2)).toEqual([
      '  experience [claims 0–1, state CA]: moved from place 1 to 3',
      '  experience [claims 1–3, state CA]: moved past its neighbors, at place 2',
    ]);
  });

  it('names columns that a table got, with their cells', () => {
    const lines = said((content) => {
      const { columns } = content.tables.experience as typeof table;
      columns.push({ name: 'points' });
      for (const [index, row] of rows(content).entries()) row.push(index);
    });
    expect(lines).toContain('  experience, column points: added { name: points, type: number }');
    expect(lines).toContain('  experience [claims 1–3, state CA], points: added 1');
  });

  it('matches steps by their names, within branches, too', () => {
    const before = (content: ProductContent) => {
      plan(content).coverages[0]!.steps.push(step('A'), step('B'), {
        ...{ name: 'If', op: 'if', condition: { '>': [{ answer: 'shop.sales' }, 3] } },
        ...{ then: [step('C')], else: [step('D')] },
      });
    };
    const lines = said((content) => {
      const { steps } = plan(content).coverages[0]!;
      const [flat, a, b, branch] = steps as [object, object, object, { then: object[]; condition: object }];
      Object.assign(branch.then[0]!, { by: { '+': [{ answer: 'shop.sales' }, 1] } });
      branch.condition = { '>': [{ answer: 'shop.sales' }, 4] };
      steps.splice(0, 4, flat, b, a, { ...branch, when: { answered: 'shop.sales' } }, step('New'));
    }, before);
    expect(lines).toEqual([
      '',
      'Coverages (standard)',
      expect.stringMatching(/^ {2}coverage BASE, step [AB]: moved from place \d to \d$/),
      '  coverage BASE, step If: condition shop.sales > 3 → shop.sales > 4',
      '  coverage BASE, step If, then, step C: by 2 → shop.sales + 1',
      '  coverage BASE, step If, when: added shop.sales is answered',
      '  coverage BASE, step New: added { name: New, op: multiply, by: 2 }',
    ]);
  });

  it('follows a question into another section', () => {
    const lines = said((content) => {
      const [sales] = questions(content).splice(1, 1);
      content.product.display.sections.push({
        title: 'Money',
        subsections: [{ title: 'Sales', questions: [{ ...sales, max: 50 }] }],
      });
    });
    expect(lines).toEqual([
      '',
      'Questions',
      '  section Money: added { title: Money, subsections: [] }',
      '  section Money, subsection Sales: added { title: Sales, questions: [] }',
      expect.stringMatching(/^ {2}section Money, subsection Sales, shop.sales: moved from .* to .*$/),
      '  section Money, subsection Sales, shop.sales: max 1000 → 50',
    ]);
  });

  it('shows what two texts of an expression would hide', () => {
    const rule = (value: unknown) => ({
      id: 'r',
      outcome: 'REFER',
      message: 'M',
      when: { '==': [{ answer: 'client.name' }, value] },
    });
    const lines = said(
      (content) => Object.assign(plan(content), { underwriting: [rule('5')] }),
      (content) => Object.assign(plan(content), { underwriting: [rule(5)] }),
    );
    expect(lines.slice(1)).toEqual([
      'Underwriting rules (standard)',
      '  rule r: when {"==":[{"answer":"client.name"},5]} → {"==":[{"answer":"client.name"},"5"]}',
    ]);
  });
});
