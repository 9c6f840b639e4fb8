import type { DataLookupAction } from '../actions/configured-action.js';
import { lookupCodes } from '../quote/lookup-codes.js';
import type { SaidStop } from '../quote/stopped-quote.js';
import type { QuoteMessage } from '../rating/run/result.js';

/** What a source that gave no usable answer does to a quote. */
export function stopOf(
  { name }: DataLookupAction,
  action: 'DECLINE' | 'REFER',
  { failure, iterationId }: { failure: string | null; iterationId: string | null },
): SaidStop {
  const severity = action === 'DECLINE' ? 'ERROR' : 'WARNING';
  const said: QuoteMessage = { severity, code: lookupCodes[action], message: `${name}: ${failure}` };
  return { action, said: iterationId === null ? said : { ...said, iterationId } };
}

/** The source and a person differ. */
export function conflict({ name }: DataLookupAction, typed: 'OVERRIDE' | 'KEEP', qid: string): QuoteMessage {
  const what = typed === 'KEEP' ? 'what was typed is kept' : 'it is used in place of what was typed';
  const message = `${name} has another answer to "${qid}": ${what}`;
  return { severity: 'WARNING', code: lookupCodes.conflict, message };
}

/** The default of the product is used. */
export function defaulted(
  { name }: DataLookupAction,
  { qid, value, failure }: { qid: string; value: string; failure: string | null },
): QuoteMessage {
  const why = failure ?? 'its source does not know it';
  const message = `${name}: ${why}; the default ${value} is used for "${qid}"`;
  return { severity: 'WARNING', code: lookupCodes.defaulted, message };
}
