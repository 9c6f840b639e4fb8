import { z } from 'zod';
import { filterFields } from '../../db/filters.js';
import { policyFilters, textFilters } from '../../db/policies/policy-filters.js';
import { policySorts } from '../../db/policies/policy-orders.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields } from '../http/page.js';
import { policySummary } from './policy-schemas.js';
import { longestCursor } from './search-cursor.js';

/** The fields of the policy search (spec 4.7). */
const searchFields = z
  .object({
    page: z.number().int().min(0).default(0),
    size: z.number().int().min(1).max(1_000).default(20),
    sort: z
      .enum(policySorts, `must be one of ${policySorts.join(', ')}`)
      .default('-effectiveDate')
      .meta({ id: 'PolicySort', description: 'An extension: the order, `-` for descending.' }),
    cursor: z.string().min(1).max(longestCursor).optional().meta({
      description:
        'An extension: the `nextCursor` of the page before. All else must be as it was in the request that began.',
    }),
    ...filterFields(policyFilters),
  })
  .meta({ id: 'PolicySearch' });

/** Beside a text for `anyMatch` the other text filters are ignored, so that they may be anything. */
const policySearch = z.preprocess((body) => {
  if (typeof body !== 'object' || body === null || !('anyMatch' in body)) return body;
  const { anyMatch } = body;
  if (typeof anyMatch !== 'string' || anyMatch.trim() === '') return body;
  const ignored: ReadonlySet<string> = new Set(textFilters);
  return Object.fromEntries(Object.entries(body).filter(([field]) => !ignored.has(field)));
}, searchFields);

const summaryPage = z
  .object({
    ...pageFields(policySummary),
    nextCursor: z.string().optional().meta({
      description: 'An extension: continues after the last policy of this page; absent if none follows.',
    }),
    sort: z
      .object({ sorted: z.boolean(), unsorted: z.boolean(), empty: z.boolean() })
      .meta({ id: 'PageSort' }),
  })
  .meta({ id: 'PolicySummaryPage' });

export type SummaryPage = z.infer<typeof summaryPage>;
export type PolicySearchRequest = z.output<typeof policySearch>;

export const postPolicySearch = endpoint({
  method: 'post',
  path: '/policy/search',
  operationId: 'searchPolicies',
  readsOnly: true,
  summary: 'Search policies',
  description:
    'Searches the policies that the organization sold or issued. A text matches any part of a field, in upper or lower case, ' +
    'literally: `%`, `_` and `*` are characters. A blank text is ignored. Dates are inclusive. A policy must match ' +
    'all filters. Results are ordered by effective date, latest first, then by id, unless `sort` names another order. ' +
    '`nextCursor` continues after the last policy read, so that policies that are issued meanwhile shift none; with `sort` ' +
    '`createdTimestamp` every policy is given once, whatever happens to it meanwhile. An API key that is restricted to products ' +
    'finds those of its products.',
  tags: ['Policies'],
  body: policySearch,
  bodyOptional: true,
  bodyExample: { insuredName: 'bakery', effectiveDateFrom: '2026-01-01', size: 50 },
  responses: { 200: { description: 'A page.', schema: summaryPage } },
  permission: 'policies:read',
  audited: 'POLICIES_SEARCHED',
  narrowsToProducts: true,
  spec: '4.7',
});
