import { z } from 'zod';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import type { Filter, FilterValues } from '../filters.js';

const text = z.string().max(255);

/** Dates are `YYYY-MM-DD`, both bounds included. */
const date = <Column extends string>(column: Column, compare: '>=' | '<=', index: string) =>
  ({ kind: 'DATE', schema: calendarDate, column, compare, index }) as const;

/** A part of a text of the policy, in upper or lower case. */
const ofPolicy = (column: string) =>
  ({ kind: 'POLICY', schema: text, column, compare: 'ilike', index: 'policy_search_text' }) as const;

/**
 * A part of a text of its agency, producer and carrier, which are stored once for all policies that share
 * them.
 */
const ofParties = (column: string) =>
  ({ kind: 'PARTIES', schema: text, column, compare: 'ilike', index: 'policy_parties_text' }) as const;

/**
 * The filters of the policy search (spec 4.7). The request's fields, the statement and the benchmarks are
 * derived from them. Columns are those of `policy_search` and, for parties, `policy_parties`; migrations fill
 * them.
 */
export const policyFilters = {
  effectiveDateFrom: date('effective_date', '>=', 'policy_search_effective'),
  effectiveDateTo: date('effective_date', '<=', 'policy_search_effective'),
  expirationDateFrom: date('expiration_date', '>=', 'policy_search_expiration'),
  expirationDateTo: date('expiration_date', '<=', 'policy_search_expiration'),
  policyNumber: ofPolicy('policy_number'),
  insuredName: ofPolicy('insured_name'),
  insuredDbaName: ofPolicy('insured_dba_name'),
  insuredContactFirstName: ofPolicy('contact_first_name'),
  insuredContactLastName: ofPolicy('contact_last_name'),
  insuredContactEmail: ofPolicy('contact_email'),
  insuredContactPhone: ofPolicy('contact_phone'),
  agencyId: ofParties('agency_id'),
  agencyName: ofParties('agency_name'),
  producerId: ofParties('producer_id'),
  producerFirstName: ofParties('producer_first_name'),
  producerLastName: ofParties('producer_last_name'),
  producerEmail: ofParties('producer_email'),
  producerPhone: ofParties('producer_phone'),
  carrierId: ofParties('carrier_id'),
  carrierName: ofParties('carrier_name'),
  clockId: {
    kind: 'CLOCK',
    schema: uuid,
    description: 'An extension: the test clock.',
    column: 'clock_id',
    index: 'policies_clock',
  },
  anyMatch: {
    kind: 'EVERYTHING',
    schema: text,
    description:
      'Searches `policyNumber` and every text of `policyMeta`. Unless it is blank, all other text filters are ignored, whatever they hold.',
    column: 'every_text',
    compare: 'ilike',
    index: 'policy_search_text',
  },
} as const satisfies Record<string, Filter & { kind: string }>;

export type PolicyFilters = FilterValues<typeof policyFilters>;

type FilterName = keyof typeof policyFilters;
type FilterKind = (typeof policyFilters)[FilterName]['kind'];
type NamesOf<Kind extends FilterKind> = {
  [Name in FilterName]: (typeof policyFilters)[Name]['kind'] extends Kind ? Name : never;
}[FilterName];

/** The names of the filters of a kind, in the order of the table. */
export function filtersOf<Kind extends FilterKind>(kind: Kind): NamesOf<Kind>[] {
  const names = Object.keys(policyFilters) as FilterName[];
  return names.filter((name): name is NamesOf<Kind> => policyFilters[name].kind === kind);
}

export type TextFilter = NamesOf<'POLICY' | 'PARTIES'>;
export const textFilters: readonly TextFilter[] = [...filtersOf('POLICY'), ...filtersOf('PARTIES')];
