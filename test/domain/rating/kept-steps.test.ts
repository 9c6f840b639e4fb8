import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../domain/expression/index.js';
import { canonicalJson } from '../../../domain/ground/canonical-json.js';
import { KeptSteps } from '../../../domain/rating/run/kept-steps.js';
import { aCoverage, compiled, rate, set } from './rating-factory.js';

const place = { section: 'derive', step: 'A step', iterationId: null, within: [] };

describe('the steps of a rating', () => {
  it('are written as lines: numbers as text, booleans unchanged, nothing that there is not', () => {
    const steps = new KeptSteps();
    steps.keep({
      ...{
        ...place,
        form: { op: 'lookup', inputs: ['state', 'flag'], as: 'found', fields: { table: 'states' } },
      },
      ...{ inputs: ['OH', true], after: Decimal.of('1.50'), before: Decimal.of(100), row: 0 },
    });
    steps.keep({
      ...{ ...place, iterationId: 'b', within: ['a'], form: { op: 'if', inputs: ['missing'] } },
      ...{ inputs: [null], after: false, before: null, row: -1 },
    });
    expect(steps.lines()).toEqual([
      {
        ...{
          section: 'derive',
          step: 'A step',
          op: 'lookup',
          inputs: { state: 'OH', flag: true },
          after: '1.5',
        },
        ...{ before: '100', as: 'found', table: 'states', row: 0 },
      },
      {
        ...{ section: 'derive', step: 'A step', op: 'if', inputs: { missing: null }, after: false },
        ...{ iterationId: 'b', within: ['a'] },
      },
    ]);
  });

  it('have the lines of components between them, with its name', () => {
    const [inner, outer] = [new KeptSteps(), new KeptSteps()];
    const form = { op: 'sum', inputs: [] } as const;
    inner.keep({ ...place, form, inputs: [], after: 'inner', before: null, row: -1 });
    outer.include('home', inner);
    outer.keep({ ...place, form, inputs: [], after: 'outer', before: null, row: -1 });
    expect(outer.lines().map(({ component, after }) => [component, after])).toEqual([
      ['home', 'inner'],
      [undefined, 'outer'],
    ]);
  });

  it('have long texts whole until there are many of them', () => {
    const steps = new KeptSteps();
    const form = { op: 'sum', inputs: ['text'] } as const;
    const text = 'x'.repeat(400_000);
    for (let step = 0; step < 3; step++)
      steps.keep({ ...place, form, inputs: [text], after: true, before: null, row: -1 });
    const lengths = () => steps.lines().map(({ inputs }) => String(inputs.text).length);
    expect(lengths()).toEqual([400_000, 400_000, 201]);
    // Written again, they are the same.
    expect(lengths()).toEqual([400_000, 400_000, 201]);
  });

  it('show each value as it was when the step ran', () => {
    const again = (value: number) => ({ name: `is ${value}`, op: 'derive', as: 'x', value });
    const add = { name: 'Add', op: 'add', by: { value: 'x' } };
    const steps = [set(1), again(10), add, again(20), add];
    const { worksheet } = rate(compiled({ coverages: [aCoverage('MAIN', steps)] }));
    const added = worksheet.filter(({ op }) => op === 'add');
    expect(added.map(({ inputs, after }) => [inputs.x, after])).toEqual([
      ['10', '11'],
      ['20', '31'],
    ]);
  });

  it('have the text of their lines: names in their order as text, each once', () => {
    const steps = new KeptSteps();
    const names = ['b', '9', '10', 'b', 'ä', 'with "quotes"', '__proto__x'];
    const form = {
      op: 'sum',
      inputs: names,
      as: 'x\n',
      fields: { where: { '==': [1, 'a'] }, table: 't' },
    } as const;
    const inputs = names.map((name, index) => `${name} ${index}`);
    steps.keep({ ...place, step: '"', form, inputs, after: null, before: Decimal.of(-1), row: 3 });
    steps.keep({
      ...place,
      iterationId: '\u2028',
      within: ['"', 'b'],
      form,
      inputs,
      after: true,
      before: null,
      row: -1,
    });
    const outer = new KeptSteps();
    outer.include('home', steps);
    expect(steps.text()).toBe(canonicalJson(steps.lines()));
    expect(outer.text()).toBe(canonicalJson(outer.lines()));
    expect(new KeptSteps().text()).toBe('[]');
  });

  it('are written once', () => {
    const rating = rate(compiled({}));
    expect(rating.worksheet).toBe(rating.worksheet);
    expect(rating.rateMeta).toBe(rating.rateMeta);
    expect(rating.worksheet.length).toBeGreaterThan(3);
    expect(rating.rateMeta).toMatchObject({ MAIN: '100', premium: '100.00' });
  });
});
