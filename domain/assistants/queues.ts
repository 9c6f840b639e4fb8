import type { Found } from './found.js';
import { ofProduct, outside } from './outside.js';
import type { Told } from './told.js';
import { codeWords, counted, day, money } from './words.js';

export interface QueuedReferral {
  requestId: string;
  lineName: string;
  type: string;
  clientName?: string | undefined;
  effectiveDate: string;
  premium?: number | undefined;
  waitsFor?: string | undefined;
  referralReasons: readonly string[];
  assignedTo?: { name: string } | undefined;
}

export interface QueuedTask {
  id: string;
  title: string;
  dueOn?: string | undefined;
  priority: string;
  owner?: { name: string } | undefined;
  role?: string | undefined;
  waitsFor?: string | undefined;
  about: { clientId?: string | undefined; quoteId?: string | undefined; policyId?: string | undefined };
}

export interface QueuedPolicy {
  id: string;
  policyNumber: string;
  productName: string;
  insuredName?: string | undefined;
  cancellationNoticeOn?: string | undefined;
  renewalWaits?: string | undefined;
  reinstatementWaits?: { reason: string } | undefined;
  pastDueSince?: string | undefined;
  pastDueAmount?: number | undefined;
}

/** Quotes that wait for an underwriter, the oldest first. */
export const referralsInWords = (found: Found<QueuedReferral>): Told =>
  listed(found, 'referral', (one) => {
    const {
      requestId,
      lineName,
      type,
      clientName = '',
      effectiveDate,
      premium,
      referralReasons,
      assignedTo,
    } = one;
    const why = referralReasons
      .slice(0, 3)
      .map((reason) => outside(reason, 200))
      .join(' ');
    return [
      `${codeWords(type)} for ${ofProduct(lineName)} of ${outside(clientName)} from ${day(effectiveDate)}`,
      ...(premium === undefined ? [] : [`premium ${money(premium)}`]),
      assignedTo === undefined ? 'nobody reviews it' : `${outside(assignedTo.name)} reviews it`,
      ...(one.waitsFor === undefined ? [] : [`waits for ${codeWords(one.waitsFor)}`]),
      `quote ${requestId}${why === '' ? '' : `: ${why}`}`,
    ].join(', ');
  });

/** Open tasks, the first due first. */
export const tasksInWords = (found: Found<QueuedTask>): Told =>
  listed(found, 'open task', ({ id, title, dueOn, priority, owner, role, waitsFor, about }) => {
    const [kind, subject] =
      Object.entries(about).find(([name]) => name !== 'clientId') ?? Object.entries(about)[0] ?? [];
    return [
      outside(title),
      ...(dueOn === undefined ? [] : [`due ${day(dueOn)}`]),
      ...(priority === 'NORMAL' ? [] : [`${codeWords(priority)} priority`]),
      owner === undefined
        ? role === undefined
          ? 'for anybody'
          : `for ${codeWords(role)}`
        : `for ${outside(owner.name)}`,
      ...(waitsFor === undefined ? [] : [`done by ${codeWords(waitsFor)}`]),
      ...(kind === undefined ? [] : [`about ${kind.replace(/Id$/, '')} ${subject}`]),
      `task ${id}`,
    ].join(', ');
  });

/** Policies that need somebody, the most urgent first. */
export const attentionInWords = (found: Found<QueuedPolicy>): Told =>
  listed(
    found,
    'policy',
    ({ id, policyNumber, productName, insuredName = '', ...policy }) => {
      const { cancellationNoticeOn, renewalWaits, reinstatementWaits, pastDueSince, pastDueAmount } = policy;
      return [
        `${policyNumber}, ${ofProduct(productName)} of ${outside(insuredName)}`,
        ...(cancellationNoticeOn === undefined
          ? []
          : [`is canceled on ${day(cancellationNoticeOn)} unless that is withdrawn`]),
        ...(pastDueSince === undefined
          ? []
          : [`${money(pastDueAmount ?? 0)} past due since ${day(pastDueSince)}`]),
        ...(renewalWaits === undefined ? [] : [`its renewal waits: ${outside(renewalWaits, 200)}`]),
        ...(reinstatementWaits === undefined
          ? []
          : [`its reinstatement waits: ${outside(reinstatementWaits.reason, 200)}`]),
        `policy ${id}`,
      ].join(', ');
    },
    'policies',
  );

function listed<One>(
  { list, total, totalIsExact = true }: Found<One>,
  what: string,
  line: (one: One) => string,
  plural = `${what}s`,
): Told {
  if (list.length === 0) return { text: `There is no ${what} waiting.` };
  const shown = total > list.length ? `, of which the first ${list.length}` : '';
  return {
    text: [
      `**${counted(total, what, plural)}${totalIsExact ? '' : ' or more'}**${shown}:`,
      ...list.map((one) => `- ${line(one)}`),
    ].join('\n'),
  };
}
