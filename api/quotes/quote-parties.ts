import type { Knex } from 'knex';
import { recordAudit } from '../../db/audit/record-audit.js';
import { auditedTime } from '../../db/clock.js';
import { causedBy } from '../../db/identity/caused-by.js';
import { Quote } from '../../db/models/quote.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { Conflict, Forbidden, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';

interface SideOfQuote {
  /** The column with the side's organization. */
  organization: 'clientOrganizationId' | 'quotingOrganizationId';
  whyNot: string;
}

const seller: SideOfQuote = {
  organization: 'clientOrganizationId',
  whyNot: "only the organization of the quote's client answers",
};
const underwriter: SideOfQuote = {
  organization: 'quotingOrganizationId',
  whyNot: 'only the quoting organization decides as underwriter',
};

/** A quote that the caller sells: 404 for one that the caller cannot see, 403 for one that another organization sells. */
export const quoteToSell = (db: Knex, caller: Caller, quoteId: string, mode?: 'LOCKED'): Promise<Quote> =>
  quoteOfSide(db, caller, quoteId, { side: seller, mode });

/** A quote that the caller's organization reviews: 404 and 403 likewise. */
export const quoteToReview = (db: Knex, caller: Caller, quoteId: string, mode?: 'LOCKED'): Promise<Quote> =>
  quoteOfSide(db, caller, quoteId, { side: underwriter, mode });

async function quoteOfSide(
  db: Knex,
  { organizationId }: Caller,
  quoteId: string,
  { side, mode }: { side: SideOfQuote; mode: 'LOCKED' | undefined },
): Promise<Quote> {
  const query = Quote.query(db).findById(quoteId).modify('visibleTo', organizationId);
  const quote = await (mode === 'LOCKED' ? query.forUpdate() : query);
  if (quote === undefined) throw new NotFound('quote', quoteId);
  if (quote[side.organization] === organizationId) return quote;
  throw new Forbidden(side.whyNot, { code: 'OTHER_ORGANIZATION' });
}

/** 409 if a quote has changed since it was read. */
export function refuseChanged(quote: Quote, read: Quote): void {
  if (quote.version !== read.version)
    throw new Conflict('the quote was changed meanwhile: read it and ask again');
}

/** Changes a quote in the name of a caller, and says so in the audit log. */
export async function changeQuote(
  trx: Knex,
  caller: Caller,
  {
    quote,
    patch,
    now,
    action,
    details = {},
  }: {
    quote: Quote;
    patch: Partial<Quote>;
    now: BusinessTime;
    action: Parameters<typeof recordAudit>[1]['action'];
    details?: object;
  },
): Promise<void> {
  await causedBy(trx, { createdBy: authorOf(caller) });
  await Quote.query(trx).findById(quote.requestId).patch(patch);
  await recordAudit(trx, {
    action,
    organizationId: caller.organizationId,
    ...auditOf(caller),
    targetId: quote.requestId,
    details: { ...details, ...auditedTime(quote, now) },
  });
}
