import { exampleRows } from '../../api/http/example-ids.js';
import { defaultColumns } from '../../domain/bordereau/columns.js';
import { exampleEventIds, exampleIds } from '../../domain/events/declarations/example-records.js';
import type { ContractCaller } from './contract-caller.js';

const page = { number: 0, size: 20, totalElements: 1, totalPages: 1, first: true, last: true };
const one = { ...page, numberOfElements: 1, empty: false };
const month = '2027-06';
const amounts = { currency: 'USD', commission: 180, adjusted: 0, collected: 0, payable: 180 };
const change = {
  ...{ policyId: exampleIds.policy, policyNumber: exampleIds.policyNumber, termNumber: 1 },
  ...{ entryId: exampleRows.ledgerEntry, triggerRequestId: exampleEventIds.quotes },
};
const values = Object.fromEntries(
  defaultColumns.map(({ name, fact }) => [
    name,
    fact === 'premium' ? 1200 : fact === 'commission' ? 180 : null,
  ]),
);

/**
 * Calls the operations of commissions and bordereaux. The demo data has no month that is over and has them: their answers are
 * written here.
 */
export async function callCommissions(
  caller: ContractCaller,
  { sellerId, insurerId, productId }: { sellerId: string; insurerId: string; productId: string },
): Promise<void> {
  const call = caller.call.bind(caller);
  const statement = {
    ...{
      id: exampleRows.commissionStatement,
      month,
      insurerId,
      insurerName: 'Granite Ridge Mutual Insurance',
    },
    ...{ sellerId, sellerName: 'Harbor Street Agency', clockId: null, ...amounts },
    closedTimestamp: '2027-07-01T08:00:00.000Z',
  };
  await call('POST /commission/adjustment', {
    body: { sellerId, currency: 'USD', amount: 120.5, reason: 'Bonus of the third quarter' },
  });
  await call('GET /report/commissions', { with: { month } });
  await call('GET /commission');
  caller.recorded['GET /commission'] = { 200: { content: [statement], ...one } };
  await call('GET /commission/{commissionId}', { status: 404 });
  caller.recorded['GET /commission/{commissionId}'] = { 200: { ...statement, adjustments: [] } };
  await call('GET /commission/{commissionId}/lines', { status: 404 });
  const line = { ...change, effectiveDate: '2027-06-12', premium: 1200, commission: 180 };
  caller.recorded['GET /commission/{commissionId}/lines'] = { 200: { content: [line], ...one } };
  await call('GET /report/bordereau', { with: { productId, sellerId, month } });
  const total = { currency: 'USD', rows: 1, accepted: 0, disputed: 0 };
  caller.recorded['GET /report/bordereau'] = {
    200: {
      ...{ productId, insurerId, sellerId, month, closed: true, columns: Object.keys(values) },
      totals: [{ ...total, premium: 1200, taxesAndFees: 0, commission: 180 }],
      content: [{ ...change, values, state: 'OPEN', decisions: [] }],
      ...one,
    },
  };
  const rows = [{ policyId: exampleIds.policy, termNumber: 1, entryId: exampleRows.ledgerEntry }];
  const reason = 'Not of this month';
  await call('POST /report/bordereau/decision', {
    body: { productId, sellerId, month, decision: 'DISPUTED', reason, rows },
    status: 409,
  });
  caller.recorded['POST /report/bordereau/decision'] = { 200: { decided: 1 } };
}
