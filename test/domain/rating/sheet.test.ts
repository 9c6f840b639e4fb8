import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../domain/expression/index.js';
import { Sheet } from '../../../domain/rating/run/sheet.js';
import { aCoverage, compiled, rate, set } from './rating-factory.js';

const place = { section: 'derive', step: 'A step', iterationId: null, within: [] };

describe('the worksheet of a rating', () => {
  it('has lines: numbers as text, booleans unchanged, nothing that there is not', () => {
    const sheet = new Sheet();
    sheet.add({ op: 'lookup', inputs: ['state', 'flag'], as: 'found', fields: { table: 'states' } }, place, {
      inputs: ['OH', true],
      after: Decimal.of('1.50'),
      before: Decimal.of(100),
      row: 0,
    });
    sheet.add(
      { op: 'if', inputs: ['missing'] },
      { ...place, iterationId: 'b', within: ['a'] },
      { inputs: [null], after: false, before: null, row: -1 },
    );
    expect(sheet.lines).toEqual([
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

  it('has the lines of components between them, with its name', () => {
    const [inner, outer] = [new Sheet(), new Sheet()];
    const form = { op: 'sum', inputs: [] } as const;
    inner.add(form, place, { inputs: [], after: 'inner', before: null, row: -1 });
    outer.include('home', inner.lines);
    outer.add(form, place, { inputs: [], after: 'outer', before: null, row: -1 });
    expect(outer.lines.map(({ component, after }) => [component, after])).toEqual([
      ['home', 'inner'],
      [undefined, 'outer'],
    ]);
    expect(inner.lines[0]).not.toHaveProperty('component');
  });

  it('has long texts whole until there are many of them', () => {
    const sheet = new Sheet();
    const form = { op: 'sum', inputs: ['text'] } as const;
    const text = 'x'.repeat(400_000);
    for (let step = 0; step < 3; step++)
      sheet.add(form, place, { inputs: [text], after: true, before: null, row: -1 });
    const lengths = sheet.lines.map(({ inputs }) => String(inputs.text).length);
    expect(lengths).toEqual([400_000, 400_000, 201]);
  });

  it('shows each value as it was when the step ran', () => {
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

  it('comes with derived values that are written once', () => {
    const rating = rate(compiled({}));
    expect(rating.rateMeta).toBe(rating.rateMeta);
    expect(rating.worksheet.length).toBeGreaterThan(3);
    expect(rating.rateMeta).toMatchObject({ MAIN: '100', premium: '100.00' });
  });
});
