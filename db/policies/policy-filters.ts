import { z } from 'zod';
import { paymentStatus } from '../../domain/billing/payment-status.js';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { policyState } from '../../domain/policy/policy-state.js';
import { between, type Filter, type FilterValues } from '../filters.js';

const text = z.string().max(255);

interface PolicyFilter extends Filter {
  kind: 'DATE' | 'POLICY' | 'PARTIES' | 'RECORD' | 'STATE' | 'EVERYTHING';
  /** What of the column is compared; default all. */
  expression?: string;
}

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

const updated = between('changed_at', 'policies_seller_updated');
const created = between('created_at', 'policies_seller_created');

/** The state of the insured's address, as reports have it: an expression of `policies`, with an index. */
export const insuredState = "policy_meta #>> '{insured,state}'";

/**
 * The filters of the policy search (spec 4.7). The request's fields, the statement and the benchmarks are
 * derived from them. Columns are those of `policy_search`, for parties of `policy_parties`, which migrations fill, and for
 * records of `policies`. Indexes of the issuer correspond to those of the seller.
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
  lineId: {
    kind: 'RECORD',
    schema: uuid,
    description: 'An extension: the product.',
    column: 'product_id',
    index: 'policies_product',
  },
  clockId: {
    kind: 'RECORD',
    schema: uuid,
    description: 'An extension: the test clock.',
    column: 'clock_id',
    index: 'policies_clock',
  },
  productVersionId: {
    kind: 'RECORD',
    schema: uuid,
    description: 'An extension: the product version of the current term.',
    column: 'product_version_id',
    index: 'policies_version',
  },
  sellerOrganizationId: {
    kind: 'RECORD',
    schema: uuid,
    description: 'An extension: the organization that sold it.',
    column: 'seller_organization_id',
    index: 'policies_seller',
  },
  status: {
    kind: 'RECORD',
    schema: paymentStatus,
    description: 'An extension: the payment status.',
    column: 'status',
    index: 'policies_seller_status',
  },
  policyState: {
    kind: 'STATE',
    schema: policyState,
    description: 'An extension: the state today, as policies are read.',
    column: 'policy_state',
    index: 'policies_seller_state',
  },
  insuredState: {
    kind: 'RECORD',
    schema: z.string().min(1).max(255),
    description: "An extension: the state of the insured's address, such as `TX`, as it was answered.",
    column: 'policy_meta',
    expression: insuredState,
    index: 'policies_seller_insured_state',
  },
  createdFrom: { kind: 'RECORD', ...created.from },
  createdTo: { kind: 'RECORD', ...created.to },
  updatedFrom: { kind: 'RECORD', ...updated.from },
  updatedTo: { kind: 'RECORD', ...updated.to },
  anyMatch: {
    kind: 'EVERYTHING',
    schema: text,
    description:
      'Searches `policyNumber` and every text of `policyMeta`. Unless it is blank, all other text filters are ignored, whatever they hold.',
    column: 'every_text',
    compare: 'ilike',
    index: 'policy_search_text',
  },
} as const satisfies Record<string, PolicyFilter>;

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
