import { ledgerSearchStatement, ledgerStatement } from '../db/ledger/read-ledger.js';
import { fullPolicyStatement } from '../db/policies/read-full-policy.js';
import { policiesOfClientStatement } from '../db/policies/read-policy.js';
import { quoteOfPolicyStatement } from '../db/quotes/read-quotes.js';
import { utcDate } from '../domain/ground/calendar.js';
import type { Sql } from './bare-sql.js';
import type { HttpRequest } from './http-caller.js';
import type { MeasuredPolicy } from './policy-filters.js';

/** A measured read, with its SQL. */
export interface MeasuredRead {
  name: string;
  http: [method: HttpRequest['method'], path: string, body?: object];
  /** A text that every answer contains. */
  expected: string;
  sql: Sql[];
}

/** Reads that take less time than an HTTP request are also compared with a bare HTTP server. */
export function readsOf({ id, clientId, organizationId }: MeasuredPolicy): MeasuredRead[] {
  const today = utcDate(new Date());
  const sections = new Set([
    ...(['answers', 'events', 'statements', 'paid', 'client', 'comments', 'naics', 'agency'] as const),
  ]);
  const ledgerSearch = { organizationId, policyId: id, page: 0, size: 20, includeQuoteRateMeta: false };
  return [
    {
      name: 'full policy',
      http: ['GET', `/policy/${id}`],
      expected: '"financeState"',
      sql: [
        { name: 'full', ...fullPolicyStatement({ organizationId, policyId: id, today, sections }) },
        { name: 'quote', ...quoteOfPolicyStatement(organizationId, id) },
      ],
    },
    {
      name: 'policies of a client',
      http: ['GET', `/policy/client/${clientId}`],
      expected: '"policyNumber"',
      sql: [{ name: 'client', ...policiesOfClientStatement(organizationId, clientId) }],
    },
    {
      name: 'ledger',
      http: ['GET', `/policy/${id}/ledger`],
      expected: '"entries"',
      sql: [{ name: 'ledger', ...ledgerStatement(organizationId, id) }],
    },
    {
      name: 'ledger search',
      http: ['POST', `/policy/ledger/entries/policy/${id}`, {}],
      expected: '"premium"',
      sql: [ledgerSearchStatement(ledgerSearch)],
    },
  ];
}
