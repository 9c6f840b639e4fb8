import { describe, expect, it } from 'vitest';
import { decimalOf } from '../../../domain/expression/index.js';
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
      ...{ inputs: ['OH', true], after: decimalOf('1.50'), before: decimalOf(100), row: 0 },
    });
    steps.keep({
      ...{ ...place, iterationId: 'b', within: ['a'], form: { op: 'if', inputs: ['missing'] } },
      ...{ inputs: [null], after: false, before: null, row: -1 },
    });
    expect(steps.written()).toEqual([
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
    outer.include('home', () => inner.written());
    outer.keep({ ...place, form, inputs: [], after: 'outer', before: null, row: -1 });
    expect(outer.written().map(({ component, after }) => [component, after])).toEqual([
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
    const lengths = () => steps.written().map(({ inputs }) => String(inputs.text).length);
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

  it('are written once', () => {
    const rating = rate(compiled({}));
    expect(rating.worksheet).toBe(rating.worksheet);
    expect(rating.rateMeta).toBe(rating.rateMeta);
    expect(rating.worksheet.length).toBeGreaterThan(3);
    expect(rating.rateMeta).toMatchObject({ MAIN: '100', premium: '100.00' });
  });
});
