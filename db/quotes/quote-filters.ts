import { z } from 'zod';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { quoteType } from '../../domain/quote/quote.js';
import { quoteWaitsFor } from '../../domain/quote/underwriting.js';
import { partOfName } from '../clients/client-filters.js';
import { between, type Filters, type FilterValues, flag } from '../filters.js';

/** The condition that an underwriter has to decide on a quote; its index has it, too. */
export const underReview = `outcome = 'QUOTED' and requires_underwriter_approval and underwriter_response is null`;

export const quoteOutcome = z.enum(['QUOTED', 'DECLINED']).meta({ id: 'QuoteOutcome' });

/** Values of the filter `assignedTo`. */
export const assignedToMe = 'me';
const nobody = 'nobody';
const reviewerChoice = z.literal([assignedToMe, nobody]);

const isAsked = `underwriting @> '{"informationRequests": [{"state": "OPEN"}]}'`;
const isApproved = `underwriting is not null and not ${isAsked} and underwriting -> 'replacedBy' is null
  and underwriter_response @> '{"isApproved": true}'`;
const hasOpenCondition = `exists (select from jsonb_array_elements(underwriting -> 'conditions') condition
  where condition @> '{"state": "OPEN"}' and condition -> 'dueDays' is null)`;

/** What a quote can wait for, as `waitsForOf` tells it, and an underwriter's decision. */
const waits = {
  DECISION: `${underReview} and (underwriting is null or not ${isAsked})`,
  INFORMATION: `underwriting is not null and ${isAsked}`,
  OFFER: `${isApproved} and underwriting @> '{"offer": {"state": "OPEN"}}'`,
  CONDITION: `${isApproved} and coalesce(underwriting #>> '{offer,state}', '') not in ('OPEN', 'DECLINED') and ${hasOpenCondition}`,
};

const bound = '(select from policy_quotes where policy_quotes.quote_id = quotes.request_id)';

const created = between('quote_timestamp', 'quotes_listed_by_client_organization');
const effective = (compare: '>=' | '<=') =>
  ({
    schema: calendarDate,
    description: 'Inclusive.',
    column: 'effective_date',
    compare,
    index: 'quotes_client_organization_effective',
  }) as const;

/** The filters of the list of quotes. Indexes of the quoting organization correspond to those of the client's. */
export const quoteFilters = {
  underReview: {
    schema: flag,
    description: 'Whether an underwriter still has to decide.',
    column: 'underwriter_response',
    index: 'quotes_under_review_by_client_organization',
    condition: { true: underReview, false: `not (${underReview})` },
  },
  waitsFor: {
    schema: z.enum(['DECISION', ...quoteWaitsFor.options]).meta({ id: 'QuoteWait' }),
    description:
      'What it waits for: the underwriter (`DECISION`), an answer of the seller (`INFORMATION`), its decision on an offer (`OFFER`), or the confirmation of a condition before binding (`CONDITION`).',
    column: 'underwriting',
    index: 'quotes_underwritten_by_client_organization',
    condition: waits,
  },
  outcome: {
    schema: quoteOutcome,
    description: '`DECLINED`: declined in rating.',
    column: 'outcome',
    index: 'quotes_listed_by_client_organization',
  },
  lineId: { schema: uuid, description: 'The product.', column: 'product_id', index: 'quotes_product' },
  type: {
    schema: quoteType,
    description: 'One type of quote, such as `QUOTE` for new business.',
    column: 'type',
    index: 'quotes_of_changes_by_client_organization',
  },
  bound: {
    schema: flag,
    description: 'Whether a policy, a renewal or a change was issued from it.',
    column: 'quote_id',
    index: 'policy_quotes_pkey',
    condition: { true: `exists ${bound}`, false: `not exists ${bound}` },
  },
  batchId: {
    schema: uuid,
    description: 'The batch of the event that made it.',
    column: 'batch_id',
    index: 'events_batch',
    writtenByList: true,
  },
  triggerRequestId: {
    schema: uuid,
    description: 'The event that made it.',
    column: 'trigger_request_id',
    index: 'quotes_trigger',
    writtenByList: true,
  },
  policyId: {
    schema: uuid,
    description:
      'The policy that was issued from it, or that it is about: its changes and renewals, bound or not.',
    column: 'policy_id',
    index: 'events_policy',
    writtenByList: true,
  },
  assignedTo: {
    schema: z.union([reviewerChoice, uuid], 'must be me, nobody, or the id of a person'),
    description:
      'Quotes that the organization itself made, and that are assigned to a person: `me`, an id, or `nobody`.',
    column: 'assigned_to',
    index: 'quotes_assigned',
    none: nobody,
  },
  clientId: { schema: uuid, column: 'client_id', index: 'quotes_client' },
  clientName: {
    schema: partOfName,
    description:
      "A part of the client's name, in upper or lower case; three characters at least. Of another organization's client, also of the name in its answers.",
    column: 'name',
    index: 'clients_name',
    writtenByList: true,
  },
  clockId: { schema: uuid, description: 'The test clock.', column: 'clock_id', index: 'quotes_clock' },
  effectiveDateFrom: effective('>='),
  effectiveDateTo: effective('<='),
  createdFrom: created.from,
  createdTo: created.to,
} as const satisfies Filters;

export type QuoteFilter = FilterValues<typeof quoteFilters>;
