import { changeOfQuote } from '../../domain/policy/change-quote.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { renewalOfQuote } from '../../domain/policy/renewal-quote.js';
import { namesOfIterations } from '../../domain/questions/iteration-names.js';
import { lookupKeys } from '../../domain/reasons/lookup-keys.js';
import { type PremiumReason, reasonsOfChange, reasonsOfQuote } from '../../domain/reasons/reasons.js';
import { iterationNames } from '../../domain/worksheet/iteration-names.js';
import type { Database } from '../database.js';
import { PolicyChange } from '../models/policy-change.js';
import type { Quote } from '../models/quote.js';
import type { CatalogVersion } from '../products/catalog.js';
import { type QuoteWithWorksheet, readQuoteWithWorksheet } from './read-stored-quote.js';

/** Longer worksheets have no reasons: each step is weighed against all others. */
const mostLines = 2_000;

/**
 * Why the premium of a quote is as high as it is: of a renewal or a change, against the rating before it. None for a
 * declined quote, one without a worksheet, and one of more than {@link mostLines} steps, or after a rating of more.
 */
export async function readReasons(
  db: Database,
  quote: QuoteWithWorksheet,
  version: Pick<CatalogVersion, 'compiled' | 'definition'>,
): Promise<PremiumReason[]> {
  const { premium, worksheet, intake } = quote;
  if (premium === null || worksheet.length === 0 || worksheet.length > mostLines) return [];
  const { currency } = policySettingsOf(version.definition);
  const { questionTypes } = version.compiled;
  const labelOf = (name: string) => questionTypes.get(name)?.definition?.question;
  const before = await ratedBefore(db, quote);
  if (before !== undefined && before.worksheet.length > mostLines) return [];
  if (before !== undefined && before.premium !== null && before.worksheet.length > 0)
    return reasonsOfChange(before, quote, { currency, labelOf });
  const keyOf = lookupKeys(version.definition);
  const iterationName = iterationNames(intake, namesOfIterations(intake, questionTypes));
  return reasonsOfQuote(worksheet, { currency, keyOf, labelOf, iterationName });
}

/** The quote by which a policy was rated before a renewal or change; undefined for a new policy. */
async function ratedBefore(db: Database, quote: Quote): Promise<QuoteWithWorksheet | undefined> {
  const { policyId, basedOn } = renewalOfQuote(quote) ?? changeOfQuote(quote) ?? {};
  if (policyId === undefined || basedOn === undefined) return undefined;
  const change = await PolicyChange.query(db)
    .where('policy_id', policyId)
    .where('seq', '<=', basedOn)
    .whereNotNull('quote_id')
    .orderBy('seq', 'desc')
    .select('quote_id')
    .first();
  return change?.quoteId ? readQuoteWithWorksheet(db, change.quoteId) : undefined;
}
