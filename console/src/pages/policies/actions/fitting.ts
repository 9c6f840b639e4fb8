import { dayNumber } from '../../../api/days.js';
import type { PolicyRecord } from '../record.js';
import { type ActionId, type ActionOf, actionsOf } from './actions.js';

/** A renewal is at hand so many days before the end of the term. */
const renewalDays = 60;

/** What can be done with a policy: what it waits for first, then what is done most, then the rest. */
export function fittingFirst(record: PolicyRecord): ActionOf[] {
  const first = wanted(record);
  const place = ({ id }: ActionOf) => (first.includes(id) ? first.indexOf(id) : first.length);
  return actionsOf(record).toSorted((a, b) => place(a) - place(b));
}

function wanted({ policy: { standing, expirationDate }, finance, today }: PolicyRecord): ActionId[] {
  const daysLeft = dayNumber(expirationDate) - dayNumber(today);
  const isRenewable = standing?.type === 'RENEWAL_WAITS' || standing?.type === 'IN_FORCE';
  return [
    ...(finance.pastDueAmount > 0 ? ['pay' as const] : []),
    'reinstate',
    'withdrawNotice',
    ...(isRenewable && daysLeft <= renewalDays ? ['renew' as const] : []),
    'refund',
    'endorse',
    ...(finance.balance > 0 ? ['pay' as const] : []),
    'renew',
    'note',
  ];
}
