import type { LatePolicies } from './late-policies.js';
import type { PolicyFilters } from './policy-filters.js';
import type { LastRow, PolicySort } from './policy-orders.js';
import type { OtherState } from './states-today.js';

/** A search of the policies that an organization sold or issued. */
export interface PolicySearch {
  organizationId: string;
  filters: PolicyFilters;
  /** Default: the latest effective date first. */
  sort?: PolicySort;
  /** From 0: the rows before it are skipped. */
  page: number;
  size: number;
  /** Instead of a page: the rows after this one. */
  after?: Continued | undefined;
  /** Only policies that the search has passed before they were committed. */
  late?: LatePolicies | undefined;
  /** Only policies of these products. */
  productIds?: readonly string[] | undefined;
  /** Where the days are that stand for moments; default UTC. */
  timeZone?: string;
  /** For the filter on the state. */
  otherStates?: readonly OtherState[];
}

/** Where a search goes on. */
export interface Continued extends LastRow {
  /** The total of its beginning. */
  total: number;
}
