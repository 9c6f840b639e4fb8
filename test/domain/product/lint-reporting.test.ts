import { describe, expect, it } from 'vitest';
import { pathText } from '../../../domain/ground/lint-issue.js';
import type { PolicySettings } from '../../../domain/policy/policy-settings.js';
import { productDefinition } from '../../../domain/product/definition.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { fleetProduct } from '../../support/fleet-product.js';

const found = (definition: Parameters<typeof lintDefinition>[0], under: string) =>
  lintDefinition(definition)
    .map(({ path, message }) => `${pathText(path)}: ${message}`)
    .filter((text) => text.startsWith(under));

describe('the questions that reports need', () => {
  const counting = (question: string) => ({ name: 'Exposure', question, per: 'YEAR' as const });

  it.each<[PolicySettings['reporting'], string[]]>([
    [{ unitClassQuestion: 'vehicle.class', exposure: counting('vehicles') }, []],
    [{ exposure: counting('vehicle.value') }, []],
    [
      { unitClassQuestion: 'vehicle.clas' },
      ['unitClassQuestion: no line asks the question "vehicle.clas"; did you mean "vehicle.class"?'],
    ],
    [
      { unitClassQuestion: 'client.state' },
      ['unitClassQuestion: "client.state" is in no loop: no iteration has a class by it'],
    ],
    [
      { exposure: counting('vehicle') },
      ['exposure.question: no line asks the question "vehicle"; did you mean "vehicles"?'],
    ],
    [
      { exposure: counting('vehicle.class') },
      [
        'exposure.question: the answer of "vehicle.class" is no number to count: use one of NUMBER or MONEY, or a loop',
      ],
    ],
  ])('%j', (reporting, issues) => {
    expect(found(fleetProduct({ reporting }), 'policy.reporting')).toEqual(
      issues.map((issue) => `policy.reporting.${issue}`),
    );
  });
});

describe('the authority of a tax', () => {
  const steps = [{ name: 'Fee', op: 'set', by: 50 }];
  const taxed = (...authorities: unknown[]) => {
    const { ratingPlans, ...product } = fleetProduct();
    const plans = authorities.map((authority, index) => [
      index === 0 ? 'standard' : `other${index}`,
      { ...ratingPlans.standard, taxesAndFees: [{ type: 'TAX', authority, steps }] },
    ]);
    return productDefinition.parse({ ...product, ratingPlans: Object.fromEntries(plans) });
  };
  const ofState = { cat: ['State of ', { answer: 'client.state' }] };
  const at = 'ratingPlans.standard.taxesAndFees';
  const inOther = 'ratingPlans.other1.taxesAndFees';

  it('may be an expression, which is checked', () => {
    expect(found(taxed(ofState), at)).toEqual([]);
    expect(found(taxed({ cat: ['State of ', { answer: 'client.stat' }] }), at)).toEqual([
      expect.stringMatching(/\[0\]\.authority: .*"client\.stat"/),
    ]);
  });

  it('is the same wherever a type is charged', () => {
    expect(found(taxed(ofState, structuredClone(ofState)), inOther)).toEqual([]);
    expect(found(taxed('State of Texas', ofState), inOther)).toEqual([
      `${inOther}[0].authority: TAX is levied by State of Texas in another place: write the same, or another type`,
    ]);
  });
});
