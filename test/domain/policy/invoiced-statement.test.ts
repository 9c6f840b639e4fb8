import { expect, it } from 'vitest';
import {
  type PolicyToShow,
  policyRecord,
  type StatementToShow,
} from '../../../domain/forms/policy-record.js';

const statement = (number: number, amount: number, paidAmount = 0): StatementToShow => {
  return { number, kind: 'INSTALLMENT', dueDate: `2040-0${number}-01`, amount, paidAmount, state: 'DUE' };
};
const policy = {
  ...{ premium: '1200', effectiveDate: '2040-01-01', expirationDate: '2041-01-01', lapses: [], changes: [] },
  ...{ policyMeta: {}, cancelledOn: null, cancellationNoticeOn: null, createdAt: new Date(0) },
  statements: [statement(1, 300), statement(2, 90)],
} as unknown as PolicyToShow;

it.each([
  ['of its event', statement(2, 90), { number: 2, open: '90.00' }],
  ['of its event, of another term', statement(7, 80, 30), { number: 7, open: '50.00' }],
  ['that is next where that of the event is paid', statement(3, 90, 90), { number: 1, open: '300.00' }],
  ['that is next where the event has none', undefined, { number: 1, open: '300.00' }],
])('an invoice is of the statement %s', (_, told, expected) => {
  const record = policyRecord({ ...policy, statement: told }, () => '2040-01-01', 'USD');
  expect(record.statement).toMatchObject(expected);
});
