import { afterAll, beforeAll, expect, it } from 'vitest';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { type AuthorityWorld, anAuthorityWorld, today, usual } from '../support/authority-world.js';
import { aFire } from '../support/event-factory.js';
import { fullAuthority } from '../support/full-authority.js';

let world: AuthorityWorld;
beforeAll(async () => {
  world = await anAuthorityWorld();
});
afterAll(() => world?.close());

/** A policy that the agency sold, as quoted. */
async function aPolicy(): Promise<string> {
  await world.grant(fullAuthority);
  const { intake } = aFire().payload;
  const more = { forceSync: true };
  const { metadata } = await world.fire('GET_QUOTES', { effectiveDate: today, intake }, world.agency, more);
  const [{ requestId }] = metadata.quotes as [{ requestId: string }];
  return (await world.bind(await Quote.query(world.db).findById(requestId).throwIfNotFound())).id;
}

const renewalBy = async (by: AuthorityWorld['agency'], policyId: string) => {
  const { metadata } = await world.fire('POLICY_RENEWAL_QUOTING', { policyId }, by);
  return String(metadata.quoteId);
};
const heldBy = async (policyId: string) => (await Policy.query(world.db).findById(policyId))?.renewalQuoteId;

it.each([
  ['premium', { premium: '1' }],
  ['coverage', { coverage: '1' }],
])(
  'a seller selects a renewal above its limit of %s only where an underwriter has approved it',
  async (limit, limits) => {
    const policyId = await aPolicy();
    const select = (quoteId: string, by = world.agency) =>
      world.fire('RENEWAL_QUOTE_SELECTED', { policyId, quoteId }, by);

    // What the insurer quoted was reviewed by nobody.
    const byInsurer = await renewalBy(world.carrier, policyId);
    await world.grant({ ...usual, limits });
    expect(await select(byInsurer)).toMatchObject({
      ...{ status: 403, lacks: `limits.${limit}` },
      detail: expect.stringContaining("is above the seller's authority of 1.00: quote again"),
    });
    const read = (by = world.agency) => world.quotes.one(by, byInsurer, { includeRawData: false });
    expect([(await read()).bindable, (await read(world.carrier)).bindable]).toEqual([false, true]);

    const own = await renewalBy(world.agency, policyId);
    const quote = await Quote.query(world.db).findById(own).throwIfNotFound();
    expect(quote).toMatchObject({ type: 'RENEWAL', requiresUnderwriterApproval: true, bindable: false });
    expect(quote.messages.map(({ code }) => code)).toContain('ABOVE_AUTHORITY');
    expect((await select(own)).status).toBe(409);
    expect(await heldBy(policyId)).not.toBe(own);

    const approved = { underwriterResponse: { isApproved: true }, bindable: true };
    await Quote.query(world.db).findById(own).patch(approved);
    expect((await select(own)).status).toBe(200);
    expect(await heldBy(policyId)).toBe(own);
    // The insurer itself has no limits.
    expect((await select(byInsurer, world.carrier)).status).toBe(200);
  },
);
