import { describe, expect, it } from 'vitest';
import { editsOf } from '../../../domain/intake/answer-edits.js';
import type { Answer, AnswerMap } from '../../../domain/intake/answers.js';
import { lineByHand, whyNotNegativePremium, whyNotOnDateByHand } from '../../../domain/policy/by-hand.js';
import {
  linesOfCancellation,
  linesOfReinstatement,
  type ReturnMethod,
  returnPremium,
} from '../../../domain/policy/cancellation.js';
import {
  chargesOfCancellation,
  chargesOfReinstatement,
  chargesOfTerm,
  priceCharges,
  totalOfCharges,
} from '../../../domain/policy/charges.js';
import { priceAmount } from '../../../domain/policy/endorsement.js';
import { earnedOn, netted, type PremiumLayer, totalOf } from '../../../domain/policy/proration.js';
import { intakeOf } from '../../support/event-factory.js';
import { aChange, anIssue, lastTermOf } from './generated-term.js';

const term = { from: '2026-01-01', until: '2027-01-01' };
const policy = {
  policyState: 'ACTIVE' as const,
  effectiveDate: term.from,
  expirationDate: term.until,
  cancelledOn: null,
  termNumber: 1,
  nonRenewed: false,
};
const issued: PremiumLayer[] = [{ ...term, amount: '365.00' }];

function cancelled(layers: readonly PremiumLayer[], cancelledOn: string, method: ReturnMethod) {
  const returns = returnPremium({ digits: 2, layers, term, cancelledOn, method });
  const lines = linesOfCancellation(layers, { digits: 2, term, cancelledOn, penalty: returns.penalty });
  return { returns, lines, layers: [...layers, ...lines] };
}

const earned = (layers: readonly PremiumLayer[], day: string) => earnedOn(layers, day).toAmount(2);
const premium = (layers: readonly PremiumLayer[]) => totalOf(layers).toAmount(2);

describe('an entry by hand', () => {
  const entry = { effectiveDate: '2026-12-01', premium: '365.00' };

  it.each<[string, ReturnMethod]>([
    ['pro rata', { method: 'PRO_RATA' }],
    ['at short rate', { method: 'SHORT_RATE', penalty: '0.1' }],
  ])(
    'from a later day costs what an endorsement does where the policy is canceled before it, %s',
    (_, method) => {
      const byHand = [...issued, lineByHand(policy, entry)];
      const byEndorsement = [
        ...issued,
        { from: entry.effectiveDate, until: term.until, amount: entry.premium },
      ];
      const [one, other] = [byHand, byEndorsement].map((layers) => cancelled(layers, '2026-01-13', method));
      expect(premium(one!.layers)).toBe(premium(other!.layers));
      // Twelve days of 1.00, and a tenth of 353.00 and 365.00.
      expect(premium(one!.layers)).toBe(method.method === 'PRO_RATA' ? '12.00' : '83.80');
    },
  );

  it('is earned from its date, not at once', () => {
    const layers = [lineByHand(policy, entry)];
    expect(['2026-12-01', '2026-12-02', '2027-01-01'].map((day) => earned(layers, day))).toEqual([
      '0.00',
      '11.77',
      '365.00',
    ]);
  });

  it('is earned until coverage ends, and at once where it has ended', () => {
    const ended = { ...policy, cancelledOn: '2026-06-01' };
    expect(lineByHand(ended, { ...entry, effectiveDate: '2026-05-01' }).until).toBe('2026-06-01');
    expect(lineByHand(ended, entry)).toMatchObject({ from: '2026-12-01', until: '2026-12-01' });
  });

  it.each(['1999-01-01', '2025-12-31', '2027-01-01', '2035-01-01'])(
    'is refused on %s, outside of the term',
    (day) => {
      expect(whyNotOnDateByHand(policy, day)).toEqual({
        reason: `${day} is outside of the current term: use a date from 2026-01-01 to before 2027-01-01`,
        field: 'effectiveDate',
      });
    },
  );

  it.each(['2026-01-01', '2026-12-31'])('is recorded on %s, within the term', (day) => {
    expect(whyNotOnDateByHand(policy, day)).toBeNull();
  });

  it('never takes the premium of the term below zero, in all or by some day', () => {
    const returned = (amount: string, effectiveDate = term.from) =>
      whyNotNegativePremium(issued, [lineByHand(policy, { effectiveDate, premium: amount })], 2);
    expect(returned('-365.00')).toBeNull();
    expect(returned('-365.01')).toMatchObject({
      reason: "more would be returned than the term's premium of 365.00",
      field: 'premium',
    });
    const raised = [...issued, lineByHand(policy, { effectiveDate: '2026-12-01', premium: '500.00' })];
    const early = [lineByHand(policy, { effectiveDate: term.from, premium: '-800.00' })];
    expect(whyNotNegativePremium(raised, early, 2)?.reason).toMatch(/by some day/);
  });
});

describe('a cancellation', () => {
  it('has a penalty that is earned when it is charged', () => {
    const { returns, lines, layers } = cancelled(issued, '2026-07-02', {
      method: 'SHORT_RATE',
      penalty: '0.1',
    });
    expect(returns).toMatchObject({ returned: '164.70', proRata: '183.00', penalty: '18.30' });
    expect(lines).toContainEqual(
      expect.objectContaining({ from: '2026-07-02', until: '2026-07-02', amount: '18.30' }),
    );
    expect(earned(layers, '2026-07-01')).toBe('181.00');
    for (const day of ['2026-07-02', '2026-09-01', '2027-01-01']) {
      expect(earned(layers, day), day).toBe(premium(layers));
    }
    expect(premium(layers)).toBe('200.30');
  });

  it('is undone by a reinstatement, line by line', () => {
    const { lines, layers } = cancelled(issued, '2026-07-02', { method: 'SHORT_RATE', penalty: '0.1' });
    const lapse = { from: '2026-07-02', until: '2026-07-02' };
    const undone = linesOfReinstatement(layers, { digits: 2, cancellation: lines, lapse });
    expect(netted([...layers, ...undone])).toEqual(issued);
  });

  it('leaves days without coverage uncharged, at the price of each day', () => {
    const dearer = [...issued, { from: '2026-07-12', until: term.until, amount: '173.00' }];
    const { lines, layers } = cancelled(dearer, '2026-07-02', { method: 'PRO_RATA' });
    const lapse = { from: '2026-07-02', until: '2026-07-22' };
    const again = [...layers, ...linesOfReinstatement(layers, { digits: 2, cancellation: lines, lapse })];
    // Ten days of 1.00 and ten of 2.00.
    expect(premium(again)).toBe('508.00');
    expect(['2026-07-02', '2026-07-12', '2026-07-22'].map((day) => earned(again, day))).toEqual([
      '182.00',
      '182.00',
      '182.00',
    ]);
    expect(earned(again, term.until)).toBe('508.00');
  });
});

it('rounds an agreed premium once, over however many stretches it is earned', () => {
  const issue = anIssue(term.from, term.until, '200.00');
  const { stretches } = priceAmount(lastTermOf([issue]), { digits: 2, from: '2026-03-10', amount: '33.33' });
  const endorsed = [
    issue,
    aChange({
      seq: 2,
      kind: 'ENDORSE',
      effectiveDate: '2026-03-10',
      premiumChange: '33.33',
      data: { stretches },
    }),
  ];
  const agreed = priceAmount(lastTermOf(endorsed), { digits: 2, from: '2026-02-01', amount: '77.77' });
  expect(agreed).toMatchObject({ premium: '77.77', stretches: [{}, {}] });
  const line = { from: '2026-02-01', until: term.until, amount: '77.77' };
  // The amount is in the ledger as one; the days of its one period decide.
  const { returns } = cancelled([line], '2026-08-01', { method: 'PRO_RATA' });
  expect(returns.returned).toBe(((77.77 * 153) / 334).toFixed(2));
});

describe('taxes and fees', () => {
  const rated = [
    { type: 'TAX', amount: '36.50' },
    { type: 'POLICY_FEE', amount: '25.00', onCancellation: 'KEPT' as const },
    { type: 'INSPECTION', amount: '40.00', onCancellation: 'RETURNED' as const },
  ];
  const charges = chargesOfTerm(rated, term);
  const ofType = (list: readonly { type: string; amount: string }[], type: string) =>
    totalOfCharges(list.filter((charge) => charge.type === type));

  it('are returned on a cancellation as the product says of their type', () => {
    const returned = chargesOfCancellation(charges, { digits: 2, term, cancelledOn: '2026-07-02' });
    expect(ofType(returned, 'TAX')).toBe('-18.30');
    expect(ofType(returned, 'POLICY_FEE')).toBe('0.00');
    expect(ofType(returned, 'INSPECTION')).toBe('-40.00');
  });

  it('are all returned where the policy was never in force', () => {
    expect(totalOfCharges(chargesOfCancellation(charges, { digits: 2, term, cancelledOn: term.from }))).toBe(
      '-101.50',
    );
  });

  it('are charged again by a reinstatement, but not for days without coverage', () => {
    const cancellation = chargesOfCancellation(charges, { digits: 2, term, cancelledOn: '2026-07-02' });
    const lapse = { from: '2026-07-02', until: '2026-07-12' };
    const again = chargesOfReinstatement([...charges, ...cancellation], { digits: 2, cancellation, lapse });
    expect(ofType(again, 'TAX')).toBe('17.30');
    expect(ofType(again, 'INSPECTION')).toBe('40.00');
  });

  it('change by an endorsement under the same rule', () => {
    const begun = {
      ...lastTermOf([anIssue(term.from, term.until, '365.00', intakeOf({ size: '1' }))]),
      charges,
    };
    const rate = (size: number) =>
      rated.map((charge) => ({ ...charge, amount: (Number(charge.amount) * size).toFixed(2) }));
    const priced = (size: string, of = begun) =>
      priceCharges(of, {
        digits: 2,
        from: '2026-07-02',
        edits: [{ from: '2026-07-02', edits: editsOf({}, intakeOf({ size })) }],
        rate: (answers) => rate(Number((answers.size as { answer: string }).answer)),
      });
    const dearer = priced('2');
    expect(['TAX', 'POLICY_FEE', 'INSPECTION'].map((type) => ofType(dearer, type))).toEqual([
      '18.30',
      '25.00',
      '40.00',
    ]);
    const cheaper = priced('0.5');
    expect(['TAX', 'POLICY_FEE', 'INSPECTION'].map((type) => ofType(cheaper, type))).toEqual([
      '-9.15',
      '0.00',
      '-20.00',
    ]);
    const cancellation = {
      ...{ cancelledOn: '2026-10-01', seq: 2, reason: null, neverInForce: false },
      charges: chargesOfCancellation(charges, { digits: 2, term, cancelledOn: '2026-10-01' }),
    };
    const audited = priced('2', { ...begun, charges: [...charges, ...cancellation.charges], cancellation });
    // 91 days of the tax until the cancellation, which has returned the inspection.
    expect(['TAX', 'POLICY_FEE', 'INSPECTION'].map((type) => ofType(audited, type))).toEqual([
      '9.10',
      '25.00',
      '0.00',
    ]);
    // A fee that was kept is not charged twice.
    const back = priced('1', { ...begun, charges: [...charges, ...dearer] });
    expect(ofType(back, 'POLICY_FEE')).toBe('0.00');
  });

  it('that are kept follow each increase in the order of the days, in whatever order it was recorded', () => {
    const issue = anIssue(term.from, term.until, '365.00', intakeOf({ claims: '0', cars: '1' }));
    const rate = (answers: AnswerMap) => {
      const [claims, cars] = ['claims', 'cars'].map((qid) => Number((answers[qid] as Answer).answer));
      return [
        { type: 'FEE', amount: (10 * claims! * cars! + 5).toFixed(2), onCancellation: 'KEPT' as const },
      ];
    };
    const march = { from: '2026-03-01', answers: { claims: '3' } };
    const september = { from: '2026-09-01', answers: { claims: '1' } };
    const february = { from: '2026-02-01', answers: { cars: '0' } };
    const inOrder = (changes: { from: string; answers: Record<string, string> }[]) => {
      let charges = chargesOfTerm(rate(issue.answers!), term);
      const recorded = [issue];
      for (const { from, answers } of changes) {
        const begun = { ...lastTermOf(recorded), charges };
        const edits = [{ from, edits: editsOf({}, intakeOf(answers)) }];
        charges = [...charges, ...priceCharges(begun, { digits: 2, from, edits, rate })];
        recorded.push(aChange({ seq: recorded.length + 1, kind: 'ENDORSE', effectiveDate: from, edits }));
      }
      return netted(charges);
    };
    const inSequence = inOrder([march, september]);
    expect(inSequence).toEqual([
      { from: '2026-01-01', until: '2026-01-01', amount: '5.00' },
      { from: '2026-03-01', until: '2026-03-01', amount: '30.00' },
    ]);
    expect(inOrder([september, march])).toEqual(inSequence);
    // Without cars from February on, the claims of March cost nothing.
    const three = inOrder([february, march, september]);
    expect(three).toEqual([{ from: '2026-01-01', until: '2026-01-01', amount: '5.00' }]);
    expect(inOrder([march, february, september])).toEqual(three);
    expect(inOrder([september, march, february])).toEqual(three);
  });
});
