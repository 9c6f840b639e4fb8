import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { textHash } from '../../../domain/ground/canonical-json.js';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { withIncludes } from '../../../domain/product/file/includes.js';
import { tableSources } from '../../../domain/product/file/outside-tables.js';
import { parseProductFile } from '../../../domain/product/file/parsed-file.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';
import { productContent } from '../../support/product-factory.js';

const library = `
tables:
  shared-rates:
    keys: [{ name: state }]
    columns: [{ name: rate }]
    rows:
      - [TX, 1.1]
      - [OH, 1.2]
parts:
  rounding: &steps
    - { name: Expense constant, op: add, by: 10 }
    - { include: to-the-dollar }
  to-the-dollar:
    - { name: To the dollar, op: round, digits: 0 }
  again: *steps
  endless:
    - { include: endless }
`;

const sample = productContent();

/** The sample product with steps in its plan, and files that it includes. */
function product(steps: object[], include: string[] = ['library/shared.yaml']): string {
  const content = structuredClone(sample) as unknown as {
    ratingPlans: { standard: { coverages: { steps: object[] }[] } };
  };
  content.ratingPlans.standard.coverages[0]!.steps.push(...steps);
  return stringify({ ...content, include });
}

const read = (text: string, files: Record<string, string> = { 'library/shared.yaml': library }) =>
  withIncludes(
    parseProductFile(text),
    new Map(Object.entries(files).map(([file, written]) => [file, parseProductFile(written)])),
  );

const findings = (text: string, files?: Record<string, string>) =>
  readProductFile(read(text, files), 'YAML').issues.map(
    ({ severity, file, line, column, path, message }) =>
      `${severity === 'ERROR' ? '' : 'warning '}${file ?? 'product'}:${line}:${column} ${pathText(path)} ${message}`,
  );
const errors = (...given: Parameters<typeof findings>) =>
  findings(...given).filter((finding) => !finding.startsWith('warning'));

describe('included files', () => {
  it('give tables by name, and parts where a list names them', () => {
    const { definition } = readProductFile(read(product([{ include: 'rounding' }])), 'YAML');
    expect(Object.keys(definition?.tables ?? {})).toContain('shared-rates');
    const { steps } = definition!.ratingPlans.standard!.coverages[0]!;
    expect(steps.slice(-2)).toMatchObject([{ name: 'Expense constant' }, { name: 'To the dollar' }]);
    expect(definition?.included).toEqual([{ file: 'library/shared.yaml', sha256: textHash(library) }]);
  });

  it('make the same definition as the product written out', () => {
    const inOne = product([
      { name: 'Expense constant', op: 'add', by: 10 },
      { name: 'To the dollar', op: 'round', digits: 0 },
    ]);
    const { definition } = readProductFile(read(product([{ include: 'again' }])), 'YAML');
    expect(errors(inOne)).toEqual([]);
    const { definition: whole } = readProductFile(read(inOne), 'YAML');
    expect(whole).not.toBeNull();
    expect(definition).toEqual(whole);
  });

  it('are named where something is wrong in them, with the line there', () => {
    const withLibrary = (from: string, to: string) =>
      errors(product([{ include: 'rounding' }]), { 'library/shared.yaml': library.replace(from, to) });
    expect(withLibrary('by: 10', 'by: 10, bye: 1')).toEqual([
      expect.stringMatching(/^library\/shared\.yaml:11:\d+ ratingPlans.* unknown key "bye"/),
    ]);
    expect(withLibrary('1.2', 'many')).toEqual([
      expect.stringMatching(/^library\/shared\.yaml:8:\d+ tables\.shared-rates\.rows\[1\]/),
    ]);
  });

  it('are refused for names that are given twice, unknown or circular', () => {
    const again = {
      'library/shared.yaml': library,
      'b.yaml': 'tables:\n  shared-rates: {}\nquestions: []\n',
    };
    expect(errors(product([], ['library/shared.yaml', 'b.yaml']), again)).toEqual([
      'b.yaml:2:3  "shared-rates" is defined in another file, too',
      'b.yaml:3:1  "questions" cannot be included; known are tables, ratingPlans, forms, configurations, overlays, translations, parts',
    ]);
    expect(errors(product([{ include: 'to-the-dollars' }]))).toEqual([
      expect.stringMatching(
        /^product:\d+:\d+ {2}no included file has a part "to-the-dollars"; did you mean "to-the-dollar"/,
      ),
    ]);
    expect(errors(product([{ include: 'endless' }]))).toEqual([
      'library/shared.yaml:17:7  the part "endless" includes itself',
    ]);
    expect(errors(product([], ['gone.yaml']))).toEqual([
      expect.stringMatching(/^product:\d+:\d+ {2}cannot read gone\.yaml: it was not given$/),
    ]);
    expect(errors(product([]), { 'library/shared.yaml': 'tables: [' })).toEqual([
      expect.stringMatching(/^library\/shared\.yaml:1:\d+ /),
    ]);
    expect(errors(product([]), { 'library/shared.yaml': 'include: [other.yaml]' })).toEqual([
      'library/shared.yaml:1:1  an included file includes no others',
    ]);
  });

  it('may use anchors of theirs that the product does not include', () => {
    const anchored = `parts:
  unused: [&rounded { name: To the dollar, op: round, digits: 0 }]
  used: [*rounded, { <<: *rounded, name: Again }]
`;
    const { definition } = readProductFile(
      read(product([{ include: 'used' }]), { 'library/shared.yaml': anchored }),
      'YAML',
    );
    expect(definition!.ratingPlans.standard!.coverages[0]!.steps.slice(-2)).toMatchObject([
      { name: 'To the dollar', op: 'round', digits: 0 },
      { name: 'Again', op: 'round', digits: 0 },
    ]);
    const own = errors(product([{ include: 'own' }]), {
      'library/shared.yaml': 'parts: { own: &own [*own] }',
    });
    expect(own).toEqual([expect.stringMatching(/^(product|library).*anchor|itself/)]);
  });

  it('are a list, and bounded', () => {
    const named = product([]).replace(/include:\n {2}- .*/, 'include: library/shared.yaml');
    expect(errors(named)).toEqual([expect.stringMatching(/"include" must be a list of files$/)]);
    const levels = Array.from({ length: 9 }, (_, n) => {
      const list = Array.from({ length: 8 }, () => `{ include: p${n + 1} }`).join(', ');
      return `  p${n}: [{ name: x, op: if, then: [${list}] }]`;
    });
    const bomb = `parts:\n${levels.join('\n')}\n  p9: [{ name: x, op: add, by: 1 }]\n`;
    expect(errors(product([{ include: 'p0' }]), { 'library/shared.yaml': bomb })).toEqual([
      expect.stringMatching(/the included parts have too many values$/),
    ]);
  });

  it('keep the rows of their tables beside themselves', () => {
    const outside = library.replace(/ {4}rows:\n.*\n.*\n/, '    file: rates.csv\n');
    const { content } = read(product([]), { 'library/shared.yaml': outside });
    expect(tableSources(content)).toEqual([
      { table: 'shared-rates', file: 'library/rates.csv', sheet: null },
    ]);
  });
});
