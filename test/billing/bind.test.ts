import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conflict } from '../../api/errors/app-error.js';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { deployVersion } from '../../db/products/deployments.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { aBillingWorld, type BillingWorld, type PolicyInMetadata } from '../support/billing-world.js';
import { fullAuthority } from '../support/full-authority.js';
import { anImport, aProduct } from '../support/product-factory.js';
import { shopIds } from '../support/shop-product.js';

let world: BillingWorld;
beforeAll(async () => {
  world = await aBillingWorld();
});
afterAll(() => world?.close());

const year = 86_400_000 * 365;
const firedAbout = (id: string) =>
  Event.query(world.db)
    .whereRaw(`? in (envelope->'payload'->>'policyId', envelope->'payload'->>'statementId')`, [id])
    .whereRaw(`envelope->'source'->>'sourceType' = 'INTERNAL_CALL'`)
    .select('type', 'state');

describe('POLICY_CREATE', () => {
  it('makes a quote a policy with its number, ledger, statements and events, and the lead a client', async () => {
    const quote = await world.aQuote();
    const { POLICY_CREATE: created } = await world.fire('POLICY_CREATE', {
      clientId: quote.clientId,
      quoteIds: [quote.requestId],
      paymentPlans: { [quote.requestId]: 'MONTHLY' },
    });
    const { clientId, paymentVerified, policies } = created as unknown as {
      clientId: string;
      paymentVerified: boolean;
      policies: PolicyInMetadata[];
    };
    expect({ clientId, paymentVerified }).toEqual({ clientId: quote.clientId, paymentVerified: false });
    const [shown] = policies;
    expect(shown).toMatchObject({
      policyNumber: expect.stringMatching(/^SHOP-2027-\d{4}$/),
      quoteId: quote.requestId,
      status: 'NOT_PAID',
      policyState: 'ACTIVE',
      premium: 1200,
      balance: 1275,
    });
    expect(shown!.statements.map(({ dueDate, amount, state }) => [dueDate, amount, state])).toEqual([
      ['2027-01-01', 360, 'DUE'],
      ['2027-02-01', 305, 'SCHEDULED'],
      ['2027-03-01', 305, 'SCHEDULED'],
      ['2027-04-01', 305, 'SCHEDULED'],
    ]);

    const policy = await world.policy(shown!.id);
    expect(policy).toMatchObject({
      clientId: quote.clientId,
      quoteId: quote.requestId,
      actionId: quote.actionId,
      issuingOrganizationId: world.carrier.organizationId,
      sellerOrganizationId: world.agency.organizationId,
      effectiveDate: '2027-01-01',
      expirationDate: '2028-01-01',
      lastDayWithCoverage: '2027-12-31',
      premium: '1200.00',
      premiumTerm: 'ANNUAL',
      paymentPlan: 'MONTHLY',
      policyMeta: {
        insuredName: 'Harbor Bakery LLC',
        insured: { name: 'Harbor Bakery LLC', city: 'Springfield' },
        agency: { id: world.agency.organizationId, name: 'Harbor Agency' },
        carrier: { id: world.carrier.organizationId, name: 'Northfield Mutual' },
      },
      policyContract: {
        productId: quote.productId,
        effectiveDate: '2027-01-01',
        expirationDate: '2028-01-01',
      },
    });
    const [entry, ...more] = await LedgerEntry.query(world.db).where('parent_policy_id', policy.id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      premium: '1200.00',
      appliedToStatement: true,
      statementId: shown!.statements[0]!.id,
    });
    const journal = await LedgerLine.query(world.db).where('policy_id', policy.id).orderBy('seq');
    expect(
      journal.map(({ kind, premiumChange, chargeChange }) => `${kind} ${premiumChange} ${chargeChange}`),
    ).toEqual(['RECORDED 1200.00 0.00', 'RECORDED 0.00 60.00', 'APPLIED 0.00 0.00']);
    const client = await Client.query(world.db).findById(quote.clientId!);
    expect(client?.status).toBe('CLIENT');
    await expect.poll(() => firedAbout(policy.id)).toEqual([{ type: 'POLICY_CREATED', state: 'COMPLETED' }]);
    await expect
      .poll(() => firedAbout(shown!.statements[0]!.id))
      .toEqual([{ type: 'STATEMENT_CREATED', state: 'COMPLETED' }]);
    expect(await firedAbout(shown!.statements[1]!.id)).toEqual([]);
  });

  it('issues several quotes in one event, or none of them', async () => {
    const first = await world.aQuote();
    const other = await world.aQuote({ clientId: first.clientId!, premium: '99.99' });
    const expired = await world.aQuote({
      clientId: first.clientId!,
      changes: { expiresAt: new Date(Date.now() - 1000) },
    });
    const fire = (...quotes: Quote[]) =>
      world.fire('POLICY_CREATE', {
        clientId: first.clientId,
        quoteIds: quotes.map(({ requestId }) => requestId),
        paymentPlans: Object.fromEntries(quotes.map(({ requestId }) => [requestId, 'FULL_PAYMENT'])),
      });
    await expect(fire(first, expired)).rejects.toThrow(/expired on/);
    expect(await Policy.query(world.db).where('client_id', first.clientId!)).toEqual([]);
    const { POLICY_CREATE: created } = await fire(other, first);
    const { policies } = created as unknown as { policies: PolicyInMetadata[] };
    expect(policies.map(({ quoteId }) => quoteId)).toEqual([other.requestId, first.requestId]);
  });

  it('issues quotes of several products, each by the settings and configuration of its own', async () => {
    const first = await world.aQuote();
    const { db, carrier, agency } = world;
    const definition = aProduct();
    const { productId, versionId: productVersionId } = await anImport(db, carrier.organizationId, definition);
    const { organizationId } = agency;
    await licenseProduct(db, { productId, organizationId, authority: fullAuthority });
    await deployVersion(db, { versionId: productVersionId, environment: 'DEV', effectiveDate: '2020-01-01' });
    const other = await world.aQuote({ clientId: first.clientId!, productId, productVersionId });
    const quoteIds = [first.requestId, other.requestId];
    const { POLICY_CREATE: created } = await world.fire('POLICY_CREATE', {
      clientId: first.clientId,
      quoteIds,
      paymentPlans: Object.fromEntries(quoteIds.map((id) => [id, 'FULL_PAYMENT'])),
    });
    const { policies } = created as unknown as { policies: PolicyInMetadata[] };
    expect(policies.map(({ policyNumber }) => policyNumber)).toEqual([
      expect.stringMatching(/^SHOP-2027-/),
      `${definition.key.toUpperCase()}-2027-000001`,
    ]);
    const fired = await Event.query(db)
      .where('type', 'POLICY_CREATED')
      .where('client_id', first.clientId!)
      .select('product_id');
    expect(new Set(fired.map((event) => event.productId))).toEqual(new Set([first.productId, productId]));
  });

  it('waits for the finance company where one pays', async () => {
    const policy = await world.bind(await world.aQuote(), 'FINANCE');
    expect(policy).toMatchObject({ policyState: 'PENDING_FINANCE_CONFIRMATION', balance: 1260 });
    await world.fire('PAYMENT_RECEIVED', { policyId: policy.id, amount: 1260, reference: 'FIN-1' });
    expect(await world.policy(policy.id)).toMatchObject({ policyState: 'ACTIVE', status: 'PAID' });
  });

  it.each<[string, (world: BillingWorld) => Promise<Quote>, RegExp, string?]>([
    [
      'is expired',
      (w) => w.aQuote({ changes: { expiresAt: new Date(Date.now() - year) } }),
      /expired on/,
      'QUOTE_EXPIRED',
    ],
    [
      'was declined in rating',
      (w) => w.aQuote({ changes: { outcome: 'DECLINED', bindable: false, type: 'DECLINE' } }),
      /declined in rating/,
    ],
    [
      'was not approved',
      (w) => w.aQuote({ changes: { requiresUnderwriterApproval: true, bindable: false } }),
      /needs an underwriter's approval/,
    ],
    [
      'was declined by an underwriter',
      (w) =>
        w.aQuote({
          changes: {
            requiresUnderwriterApproval: true,
            bindable: false,
            underwriterResponse: { isApproved: false },
          },
        }),
      /underwriter has declined/,
    ],
    [
      'was not accepted',
      (w) => w.aQuote({ changes: { requiresPolicyholderAcceptance: true, bindable: false } }),
      /needs the policyholder's acceptance/,
    ],
    [
      'is of a type that is not bound',
      (w) => w.aQuote({ type: 'BATCH' }),
      /a quote of type BATCH cannot be bound/,
    ],
    [
      'is a component of a package',
      async (w) => {
        const whole = await w.aQuote();
        return w.aQuote({
          clientId: whole.clientId!,
          type: 'PACKAGE_COMPONENT',
          changes: { packageRequestId: whole.requestId, packagePosition: 0, lineId: shopIds.line },
        });
      },
      /bind the package quote/,
    ],
    [
      'is issued already',
      async (w) => {
        const quote = await w.aQuote();
        await w.bind(quote);
        return quote;
      },
      /issued already, as policy SHOP-2027-\d{4}/,
      'QUOTE_ISSUED',
    ],
  ])(
    'refuses a quote that %s, and SELECT_QUOTE and PAYMENT_SETUP refuse it, too',
    async (_name, make, reason, code = 'QUOTE_NOT_BINDABLE') => {
      const quote = await make(world);
      const before = await Policy.query(world.db).resultSize();
      const refusal = await world.bind(quote).catch((error) => error);
      expect(refusal).toMatchObject({ message: expect.stringMatching(reason), code });
      const named = { clientId: quote.clientId, quoteIds: [quote.requestId] };
      await expect(world.fire('SELECT_QUOTE', named)).rejects.toThrow(reason);
      await expect(world.fire('PAYMENT_SETUP', named)).rejects.toThrow(reason);
      expect(await Policy.query(world.db).resultSize()).toBe(before);
    },
  );

  it('names the place of what it refuses, and says the same when it is fired again', async () => {
    const quote = await world.aQuote({ changes: { expiresAt: new Date(Date.now() - 1000) } });
    const triggerRequestId = randomUUID();
    const fire = () =>
      world.fire(
        'POLICY_CREATE',
        {
          clientId: quote.clientId,
          quoteIds: [quote.requestId],
          paymentPlans: { [quote.requestId]: 'MONTHLY' },
        },
        world.agency,
        { triggerRequestId },
      );
    for (const attempt of [fire, fire]) {
      const refusal = await attempt().catch((error) => error);
      expect(refusal).toBeInstanceOf(Conflict);
      expect(refusal.code).toBe('QUOTE_EXPIRED');
      expect(refusal.errors).toEqual([
        { field: 'payload.quoteIds.0', detail: expect.stringMatching(/^the quote expired on/) },
      ]);
    }
  });

  it('refuses a payment plan that the product does not offer', async () => {
    await expect(world.bind(await world.aQuote(), 'ANNUALLY')).rejects.toThrow(
      'Shop does not offer payment plan ANNUALLY; it offers FULL_PAYMENT, MONTHLY, BI_ANNUALLY, FINANCE',
    );
  });

  it("does not see another organization's quote", async () => {
    const quote = await world.aQuote();
    const payload = {
      clientId: quote.clientId,
      quoteIds: [quote.requestId],
      paymentPlans: { [quote.requestId]: 'MONTHLY' },
    };
    await expect(world.fire('POLICY_CREATE', payload, world.stranger)).rejects.toMatchObject({ status: 404 });
    expect(await Policy.query(world.db).where('quote_id', quote.requestId)).toEqual([]);
  });
});

describe('SELECT_QUOTE', () => {
  it('marks the quote and answers what was selected', async () => {
    const quote = await world.aQuote();
    const { SELECT_QUOTE: selected } = await world.fire('SELECT_QUOTE', {
      clientId: quote.clientId,
      quoteIds: [quote.requestId],
    });
    expect(selected).toMatchObject({ quotes: [{ quoteId: quote.requestId, premium: 1200 }] });
    const { metadata } = await Quote.query(world.db).findById(quote.requestId).throwIfNotFound();
    expect(metadata).toMatchObject({ rateMeta: {}, selection: { selectedTimestamp: expect.any(String) } });
  });
});
