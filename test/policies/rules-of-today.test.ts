import { afterAll, beforeAll, expect, it } from 'vitest';
import { Quote } from '../../db/models/quote.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importChecked } from '../../documents/product-files/import-checked.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { whyNotReplayable } from '../../domain/rerating/replay-quote.js';
import { intakeOf } from '../support/event-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

/** The next version: twice as expensive, with a question more and rules for what is changed from now on. */
function stricterShop(): ProductDefinition {
  const shop = shopOfLives({ changes: { rules: 'TODAY' } });
  const standard = shop.ratingPlans.standard!;
  const revenueAbove = (revenue: number) => ({ '>': [{ answer: 'shop.revenue' }, revenue] });
  const underwriting = [
    ...standard.underwriting,
    { id: 'larger', outcome: 'REFER', when: revenueAbove(300_000), message: 'Larger shops are referred' },
    { id: 'huge', outcome: 'INELIGIBLE', when: revenueAbove(900_000), message: 'Huge shops are not insured' },
    {
      ...{ id: 'roof', outcome: 'DECLINE', message: 'The roof is too old' },
      when: { '<': [{ answer: 'shop.roofYear' }, 1980] },
    },
  ];
  const twice = { name: 'Twice', op: 'multiply', by: 2 };
  const coverages = standard.coverages.map((each) => ({ ...each, steps: [...each.steps, twice] }));
  const plan = { ...standard, underwriting, coverages };
  const { display } = shop.product;
  const [section] = display!.sections;
  const [subsection] = section!.subsections;
  const roof = { qid: 'shop.roofYear', question: 'Year of the roof', answerType: 'NUMBER', required: true };
  const asked = { ...subsection, questions: [...subsection!.questions, roof] };
  return productDefinition.parse({
    ...shop,
    version: '9.0.0',
    product: {
      ...shop.product,
      display: { ...display, sections: [{ ...section, subsections: [asked] }] },
    },
    ratingPlans: { ...shop.ratingPlans, standard: plan },
  });
}

let lives: PolicyLives;
beforeAll(async () => {
  lives = await policyLives();
});
afterAll(async () => {
  await lives?.close();
});

async function quoted(policyId: string, answers: Record<string, string>) {
  const payload = { policyId, effectiveDate: '2040-03-01', intake: intakeOf(answers) };
  const { quoteId } = await lives.fire('POLICY_ENDORSEMENT_QUOTING', payload);
  return Quote.query(lives.db).findById(String(quoteId)).throwIfNotFound();
}

it('judges changes of earlier policies by the rules of the version of today, at the rates of the term', async () => {
  const { id } = await lives.issue({ revenue: 100_000 });
  const checked = { file: 'shop.yaml', definition: stricterShop(), findings: [], otherSheets: [] };
  const counts = { errors: 0, warnings: 0 };
  const { versionId, warnings } = await importChecked(
    lives.db,
    { ...checked, ...counts, cases: { cases: 1, passed: 1, results: [] } as never },
    { ownerOrganizationId: lives.carrier.organizationId, by: { name: 'tests' } as never },
  );
  expect(warnings).toMatchObject([
    { severity: 'WARNING', message: expect.stringMatching(/"roof" .*reads "shop.roofYear", which version/) },
  ]);
  await deployVersion(lives.db, { versionId, environment: 'DEV', effectiveDate: '2040-01-01' });

  const fine = await quoted(id, { 'shop.revenue': '200000' });
  expect(fine).toMatchObject({ outcome: 'QUOTED', bindable: true });
  expect(fine.metadata.policyChange).toMatchObject({ termPremium: { before: '1000.00', after: '2000.00' } });
  expect(fine.messages).toMatchObject([{ code: 'QUESTION_NOT_ASKED', rule: 'roof', qid: 'shop.roofYear' }]);

  const large = await quoted(id, { 'shop.revenue': '400000' });
  expect(large).toMatchObject({ requiresUnderwriterApproval: true, bindable: false });
  expect(large.messages[0]).toEqual({
    severity: 'WARNING',
    code: 'UNDERWRITING_REFERRAL',
    compared: [expect.objectContaining({ name: 'shop.revenue', limit: '300000' })],
    rule: 'larger',
    version: '9.0.0',
    message: 'Version 9.0.0: Larger shops are referred',
  });
  expect(whyNotReplayable(large)).toBeNull();

  const huge = await quoted(id, { 'shop.revenue': '1000000' });
  expect(huge).toMatchObject({ outcome: 'DECLINED', premium: null });
  expect(huge.messages[0]).toMatchObject({ code: 'UNDERWRITING_INELIGIBLE', version: '9.0.0' });
  expect(whyNotReplayable(huge)).toContain('a rule of another version');

  const oldRoof = await quoted(id, { 'shop.roofYear': '1950' });
  expect(oldRoof.messages[0]).toMatchObject({ rule: 'roof', code: 'UNDERWRITING_DECLINE' });
});
