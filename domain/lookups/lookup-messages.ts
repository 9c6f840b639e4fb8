import type { DataLookupAction } from '../actions/configured-action.js';
import { lookupCodes } from '../quote/lookup-codes.js';
import type { LookupStop } from '../quote/stopped-quote.js';
import type { QuoteMessage } from '../rating/run/result.js';

/** What a source that gave no usable answer does to a quote. */
export function stopOf(
  { name }: DataLookupAction,
  action: 'DECLINE' | 'REFER',
  { failure, iterationId }: { failure: string | null; iterationId: string | null },
): LookupStop {
  return {
    action,
    code: lookupCodes[action],
    message: `${name}: ${failure}`,
    ...(iterationId !== null && { iterationId }),
  };
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
