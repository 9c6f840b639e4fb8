import { filtersOf, policyFilters } from './policy-filters.js';
import type { PolicySearch } from './policy-search.js';
import { allOf, type Statement } from './statement.js';

/** The conditions of a search on the columns of `policies p`; undefined if it has none. */
export function recordConditions(search: PolicySearch): Statement | undefined {
  const { filters, productIds, timeZone = 'UTC' } = search;
  const conditions = filtersOf('RECORD').flatMap((name): Statement[] => {
    const value = filters[name];
    if (value === undefined) return [];
    const filter = policyFilters[name];
    const compare = 'compare' in filter ? filter.compare : '=';
    const compared = 'expression' in filter ? `p.${filter.expression}` : `p.${filter.column}`;
    const bound = 'bound' in filter ? filter.bound(value, timeZone) : value;
    return [{ sql: `${compared} ${compare} ?`, bindings: [bound] }];
  });
  if (productIds) conditions.push({ sql: 'p.product_id = any (?::uuid[])', bindings: [[...productIds]] });
  const state = stateCondition(search);
  if (state !== undefined) conditions.push(state);
  return conditions.length === 0 ? undefined : allOf(conditions);
}

/** The policies in a state today: those that are recorded in it, but for the few whose state of today is another. */
function stateCondition({ filters: { policyState }, otherStates = [] }: PolicySearch): Statement | undefined {
  if (policyState === undefined) return undefined;
  const recorded = { sql: 'p.policy_state = ?', bindings: [policyState] };
  const leave = otherStates.filter((other) => other.policyState !== policyState).map(({ id }) => id);
  const enter = otherStates.filter((other) => other.policyState === policyState).map(({ id }) => id);
  const own =
    leave.length === 0 ? recorded : allOf([recorded, { sql: 'p.id <> all (?::uuid[])', bindings: [leave] }]);
  return enter.length === 0
    ? own
    : { sql: `((${own.sql}) or p.id = any (?::uuid[]))`, bindings: [...own.bindings, enter] };
}
