import type { ListedQuote, Quote } from '../../api/client.js';
import { word } from '../../texts/texts.js';
import { Badge, type Tone } from '../badge.js';

const tones = {
  BOUND: 'info',
  DECLINED: 'bad',
  UNDER_REVIEW: 'warn',
  REFUSED: 'bad',
  TO_ACCEPT: 'warn',
  BINDABLE: 'good',
  NOT_BINDABLE: undefined,
} as const satisfies Record<string, Tone>;

type QuoteState = keyof typeof tones;

type Judged = Pick<
  Quote | ListedQuote,
  'type' | 'bindable' | 'requiresUnderwriterApproval' | 'requiresPolicyholderAcceptance'
> & { underwriterResponse?: object; policyholderResponse?: object; bound?: boolean };

/** What can be done with a quote next. */
export function quoteStateOf(quote: Judged): QuoteState {
  const { type, bindable, underwriterResponse, policyholderResponse } = quote;
  if (quote.bound) return 'BOUND';
  if (type === 'DECLINE' || type === 'RULE_BASED_INELIGIBILITY') return 'DECLINED';
  if (isApproved(underwriterResponse) === false || isApproved(policyholderResponse) === false)
    return 'REFUSED';
  if (bindable) return 'BINDABLE';
  if (quote.requiresUnderwriterApproval && !isApproved(underwriterResponse)) return 'UNDER_REVIEW';
  if (quote.requiresPolicyholderAcceptance && !isApproved(policyholderResponse)) return 'TO_ACCEPT';
  return 'NOT_BINDABLE';
}

function isApproved(response: object | undefined): boolean | undefined {
  return response && 'isApproved' in response ? response.isApproved === true : undefined;
}

export function QuoteBadge({ quote }: { quote: Judged }) {
  const state = quoteStateOf(quote);
  return <Badge tone={tones[state]}>{word('quoteState', state)}</Badge>;
}
