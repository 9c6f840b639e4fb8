import type { ActivityEntry, ActivityKind } from '../api/client.js';
import { eventTitle } from '../api/event-types.js';
import { en } from '../texts/en.js';
import { capitalized, day, money, signedMoney } from '../texts/formats.js';
import { t, word } from '../texts/texts.js';

/** Kinds whose titles name what they are about, after a colon. */
const naming: readonly ActivityKind[] = ['FILE', 'DOCUMENT', 'TASK', 'HOLD', 'LOOKUP', 'MAIL'];
const decided = { UNDERWRITER: true, POLICYHOLDER: true } as const;

/** What happened, in the language of the console; what a person has called it stays. */
export function titleOf({ kind, type, title, details }: ActivityEntry): string {
  const { state, lineName, purpose } = details;
  if (kind === 'EVENT') {
    const ended = state === 'COMPLETED' || typeof state !== 'string';
    return ended ? eventTitle(type) : `${eventTitle(type)}: ${word('eventState', state)}`;
  }
  if (kind === 'QUOTE' || kind === 'DECISION') {
    return [lineName, outcomeOf(kind, type, details)].filter(Boolean).join(': ');
  }
  if (kind === 'COLLECTION')
    return `${word('activityKind', kind)}: ${word('collectionState', type.slice(11))}`;
  if (!naming.includes(kind)) return labelOf(type, title);
  const [, about] = /: (.*)/s.exec(title) ?? [];
  const said =
    kind === 'MAIL'
      ? `${word('activityKind', kind)} (${word('mailState', type.slice(5))})`
      : word('policyEvent', type);
  if (about === undefined) return said;
  const isPurpose = String(purpose).replaceAll('_', ' ').toLowerCase() === about.toLowerCase();
  return `${said}: ${isPurpose ? word('mailPurpose', String(purpose)) : about}`;
}

function outcomeOf(kind: 'QUOTE' | 'DECISION', type: string, details: ActivityEntry['details']): string {
  if (kind === 'DECISION') {
    return word('decision', type in decided ? `${type}_${details.isApproved ? 'YES' : 'NO'}` : type);
  }
  const made = word('quoteOutcome', String(details.outcome));
  return type === 'QUOTE' ? made : `${made} (${word('quoteType', type)})`;
}

/** The label of a policy's event: the service's own in the reader's words, that of a person after what happened. */
function labelOf(type: string, title: string): string {
  const ofType = word('policyEvent', type);
  if (title.toLowerCase() === type.replaceAll('_', ' ').toLowerCase()) return ofType;
  return title in en.words.serviceLabel ? word('serviceLabel', title) : `${ofType}: ${title}`;
}

/** What is said of an entry beside its title: what a person wrote, or what the service knows, with its amounts and days. */
export function describedBy({ type, kind, details }: ActivityEntry): string | undefined {
  const { description } = details;
  const known = sentences[type]?.(details);
  if (known !== undefined) return known;
  if (typeof description !== 'string') return undefined;
  // The amount is beside it.
  if ((kind === 'PAYMENT' || kind === 'REFUND') && /^[\d.]+ by /.test(description)) {
    const { paymentProcessor: provider } = details;
    return typeof provider !== 'string' || provider === 'OFFLINE'
      ? t('activity.said.byHand')
      : t('activity.said.by', { provider: capitalized(provider.toLowerCase()) });
  }
  return description;
}

type Details = ActivityEntry['details'];

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? day(value.slice(0, 10)) : undefined;
const amountIn = (value: unknown): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? money(value) : undefined;

/** What the service writes of its own changes; undefined where a record of an earlier release lacks a value. */
const sentences: Readonly<Record<string, (details: Details) => string | undefined>> = {
  POLICY_CANCELED: ({ effectiveDate, returned }) => {
    const [date, amount] = [dayIn(effectiveDate), amountIn(returned)];
    return date && amount && t('activity.said.canceled', { date, amount });
  },
  ENDORSEMENT_ISSUED: ({ effectiveDate, premium }) => {
    const date = dayIn(effectiveDate);
    if (date === undefined || typeof premium !== 'number') return undefined;
    return t('activity.said.endorsed', { date, amount: signedMoney(String(premium)) });
  },
  POLICY_REINSTATED: ({ effectiveDate }) => from('reinstated', effectiveDate),
  POLICY_RENEWED: ({ expirationDate, premium }) => {
    const [date, amount] = [dayIn(expirationDate), amountIn(premium)];
    return date && amount && t('activity.said.renewed', { date, amount });
  },
  CANCELLATION_REQUESTED: ({ effectiveDate }) => from('cancellationRequested', effectiveDate),
  CANCELLATION_NOTICE: ({ cancelledOn, amountDue, payBy }) => {
    const [date, amount, until] = [dayIn(cancelledOn), amountIn(amountDue), dayIn(payBy)];
    if (date === undefined) return undefined;
    return amount && until
      ? t('activity.said.noticeUnlessPaid', { date, amount, until })
      : t('activity.said.notice', { date });
  },
  CANCELLATION_NOTICE_WITHDRAWN: ({ cancelledOn, isPaid }) =>
    isPaid === true ? t('activity.said.noticePaid') : from('noticeWithdrawn', cancelledOn),
  RENEWAL_QUOTE_SELECTED: ({ effectiveDate }) => from('renewalSelected', effectiveDate),
  RENEWAL_REQUESTED: ({ effectiveDate }) => from('renewalRequested', effectiveDate),
  STATEMENT_PAST_DUE: ({ effectiveDate, amount }) => {
    const [date, due] = [dayIn(effectiveDate), amountIn(amount)];
    return date && due && t('activity.said.pastDue', { date, amount: due });
  },
  STATEMENT_BILLED: ({ dueDate }) => from('billed', dueDate),
  DUE_DATE_MOVED: ({ from: before, to, description }) => {
    const [first, last] = [dayIn(before), dayIn(to)];
    const moved = first && last && t('activity.said.moved', { from: first, to: last });
    return moved && (typeof description === 'string' ? `${moved}: ${description}` : moved);
  },
  EFFECTIVE_DATE_CORRECTED: ({ from: before, to }) => {
    const [first, last] = [dayIn(before), dayIn(to)];
    return first && last && t('activity.said.moved', { from: first, to: last });
  },
  POLICY_NUMBER_CORRECTED: ({ from: before, to }) =>
    typeof before === 'string' && typeof to === 'string'
      ? t('activity.said.moved', { from: before, to })
      : undefined,
  CHARGE_ANNOUNCED: ({ amount, to }) => {
    const [sum, date] = [amountIn(amount), dayIn(to)];
    return sum && date && t('activity.said.chargeAnnounced', { amount: sum, date });
  },
};

function from(
  key:
    | 'reinstated'
    | 'cancellationRequested'
    | 'noticeWithdrawn'
    | 'renewalSelected'
    | 'renewalRequested'
    | 'billed',
  value: unknown,
): string | undefined {
  const date = dayIn(value);
  return date && t(`activity.said.${key}`, { date });
}
