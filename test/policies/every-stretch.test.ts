import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { authority } from '../../domain/authority/authority.js';
import { productDefinition } from '../../domain/product/definition.js';
import { replayQuote } from '../../domain/rerating/replay-quote.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import { intakeOf } from '../support/event-factory.js';
import { fullAuthority } from '../support/full-authority.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';

/** With claims, the shop is referred above a revenue of 500,000, accepted by its holder above 600,000 and declined above 800,000. */
function shopWithClaims() {
  const shop = shopOfLives();
  const withClaimsAbove = (revenue: number) => ({
    and: [{ '==': [{ answer: 'shop.claims' }, true] }, { '>': [{ answer: 'shop.revenue' }, revenue] }],
  });
  const standard = shop.ratingPlans.standard!;
  const rules = [
    { id: 'claims', outcome: 'REFER', when: withClaimsAbove(500_000), message: 'Claims of a large shop' },
    { id: 'told', outcome: 'ACCEPTANCE', when: withClaimsAbove(600_000), message: 'Claims are to be told' },
    { id: 'many', outcome: 'DECLINE', when: withClaimsAbove(800_000), message: 'Claims of too large a shop' },
  ];
  const plan = { ...standard, underwriting: [...standard.underwriting, ...rules] };
  return productDefinition.parse({ ...shop, ratingPlans: { ...shop.ratingPlans, standard: plan } });
}

let lives: PolicyLives;
beforeAll(async () => {
  lives = await policyLives(shopWithClaims());
});
afterAll(async () => {
  await lives?.close();
});

async function quoted(policyId: string, effectiveDate: string, answers: object, by?: PolicyLives['agency']) {
  const payload = { policyId, effectiveDate, intake: intakeOf(answers as Record<string, string>) };
  const { quoteId } = await lives.fire('POLICY_ENDORSEMENT_QUOTING', payload, by);
  return Quote.query(lives.db).findById(String(quoteId)).throwIfNotFound();
}

async function endorsed(policyId: string, effectiveDate: string, answers: object) {
  const { requestId: quoteId } = await quoted(policyId, effectiveDate, answers);
  return lives.fire('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
}

/** A policy whose revenue is another from June on. */
async function grownInJune(revenue: number) {
  const { id } = await lives.issue({ revenue: 100_000 });
  await endorsed(id, '2040-06-01', { 'shop.revenue': String(revenue) });
  return id;
}

describe('a change that later ones meet', () => {
  it('is referred where a rule holds in a later stretch only, and says from which day', async () => {
    const id = await grownInJune(550_000);
    const quote = await quoted(id, '2040-03-01', { 'shop.claims': 'true' });
    expect(quote).toMatchObject({ requiresUnderwriterApproval: true, bindable: false, outcome: 'QUOTED' });
    expect(quote.messages).toEqual([
      {
        severity: 'WARNING',
        code: 'UNDERWRITING_REFERRAL',
        rule: 'claims',
        from: '2040-06-01',
        message: 'From 2040-06-01: Claims of a large shop',
        compared: [expect.objectContaining({ name: 'shop.revenue', value: '550000', limit: '500000' })],
      },
    ]);
    const referred = Event.query(lives.db).whereRaw("envelope->'payload'->>'quoteId' = ?", [quote.requestId]);
    await expect.poll(() => referred.clone().select('type')).toEqual([{ type: 'UNDERWRITING_REFERRED' }]);
    await expect(
      lives.fire('POLICY_ENDORSE', {
        policyId: id,
        quoteId: quote.requestId,
        effectiveDate: '2040-03-01',
      }),
    ).rejects.toThrow(/needs an underwriter's approval/);
  });

  it('needs the acceptance of the policyholder where a later stretch does', async () => {
    const id = await grownInJune(700_000);
    expect(await quoted(id, '2040-03-01', { 'shop.claims': 'true' })).toMatchObject({
      requiresPolicyholderAcceptance: true,
      bindable: false,
    });
  });

  it('is declined from the day on which a later stretch is', async () => {
    const id = await grownInJune(900_000);
    const quote = await quoted(id, '2040-03-01', { 'shop.claims': 'true' });
    expect(quote).toMatchObject({ outcome: 'DECLINED', effectiveDate: '2040-03-01', premium: null });
    expect(quote.messages).toContainEqual({
      severity: 'ERROR',
      code: 'UNDERWRITING_DECLINE',
      rule: 'many',
      from: '2040-06-01',
      message: 'From 2040-06-01: Claims of too large a shop',
      compared: [expect.objectContaining({ name: 'shop.revenue', value: '900000' })],
    });
  });

  it('is not judged by stretches that it leaves as they are', async () => {
    const id = await grownInJune(550_000);
    // From June on another revenue is recorded already, which stays.
    const quote = await quoted(id, '2040-03-01', { 'shop.revenue': '120000' });
    expect(quote).toMatchObject({ requiresUnderwriterApproval: false, bindable: true });
    const { stretches } = quote.metadata.policyChange as { stretches: object[] };
    expect(stretches).toMatchObject([{ from: '2040-03-01', until: '2040-06-01', termPremium: '1200.00' }]);
  });

  it('is replayed without differences', async () => {
    const id = await grownInJune(550_000);
    const { requestId } = await quoted(id, '2040-03-01', { 'shop.claims': 'true' });
    const stored = (await readQuoteWithWorksheet(lives.db, requestId))!;
    const version = (await lives.catalog.version(lives.versionId))!;
    const rated = rerateOn(version)(stored);
    if (rated.status !== 'RATED') throw new Error(rated.status);
    expect(replayQuote(stored, rated.rating)).toMatchObject({ result: 'identical', resultDifferences: [] });
  });
});

describe("a seller's limit", () => {
  const license = (limits: { premium?: string }) =>
    licenseProduct(lives.db, {
      productId: shopIds.line,
      organizationId: lives.agency.organizationId,
      authority: authority.parse({ ...fullAuthority, limits }),
    });
  const known = async () =>
    (await lives.catalog.licenseOf(shopIds.line, lives.agency.organizationId))?.authority;

  it('is compared with the largest premium of the stretches, when it is quoted and when it is made', async () => {
    const id = await grownInJune(190_000);
    await license({ premium: '1000' });
    await expect.poll(known).toMatchObject({ limits: { premium: '1000' } });

    const quote = await quoted(id, '2040-03-01', { 'shop.claims': 'true' });
    expect(quote).toMatchObject({ requiresUnderwriterApproval: true, bindable: false });
    expect(quote.messages).toMatchObject([
      {
        code: 'ABOVE_AUTHORITY',
        from: '2040-06-01',
        message: "From 2040-06-01: the premium, 1900.00, is above the seller's authority of 1000.00",
      },
    ]);

    // The insurer has no limit; the seller cannot use what it quoted for itself.
    const own = await quoted(id, '2040-03-01', { 'shop.claims': 'true' }, lives.carrier);
    expect(own.requiresUnderwriterApproval).toBe(false);
    const endorsement = { policyId: id, quoteId: own.requestId, effectiveDate: '2040-03-01' };
    await expect(lives.fire('POLICY_ENDORSE', endorsement)).rejects.toThrow(
      /the premium, 1900.00, is above the seller's authority of 1000.00/,
    );
    await lives.fire('POLICY_ENDORSE', endorsement, lives.carrier);
    await license({});
    await expect.poll(known).toMatchObject({ limits: {} });
  });
});
