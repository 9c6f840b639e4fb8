import { Model, type Modifiers, type RelationMappings, raw } from 'objection';
import type { QuotedAmounts } from '../../domain/authority/lack.js';
import type { Decided } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Term } from '../../domain/ground/term.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { PolicyholderResponse } from '../../domain/quote/policyholder-response.js';
import type { QuoteDetails, QuoteType } from '../../domain/quote/quote.js';
import type { UnderwriterDecision } from '../../domain/quote/underwriter-decision.js';
import type { QuoteUnderwriting } from '../../domain/quote/underwriting.js';
import type { QuoteMessage } from '../../domain/rating/run/result.js';
import { BaseModel } from './base.js';
import { mayBeHeld } from './hold.js';
import { Person } from './person.js';
import { visibilityOf } from './visibility.js';

/** A column of the event that asked for the quote. */
const ofEvent = (column: string): string =>
  `(select ${column} from events where events.trigger_request_id = quotes.trigger_request_id)`;

/** Of the policy that was issued from it, or that it changed. */
const policyNumber = `(select policies.policy_number from policy_quotes join policies on policies.id = policy_quotes.policy_id
  where policy_quotes.quote_id = quotes.request_id)`;

/** A quote or a declined quote (spec 2.5); the identifier is `requestId`. */
export class Quote extends BaseModel {
  static override tableName = 'quotes';
  static override idColumn = 'request_id';
  static override jsonAttributes = [
    'underwriterResponse',
    'policyholderResponse',
    'quoteDetails',
    'messages',
    'metadata',
    'intake',
    'rawQuoteRequest',
    'rawQuoteDetails',
    'inputMappingData',
    'underwriting',
  ];
  static override relationMappings: () => RelationMappings = () => ({
    reviewer: {
      relation: Model.BelongsToOneRelation,
      modelClass: Person,
      join: { from: 'quotes.assigned_to', to: 'people.id' },
    },
    components: {
      relation: Model.HasManyRelation,
      modelClass: Quote,
      modify: (components) => components.orderBy('package_position'),
      join: { from: 'quotes.request_id', to: 'quotes.package_request_id' },
    },
  });
  static override modifiers: Modifiers = {
    visibleTo: visibilityOf('quotes'),
    /** Adds `changeAmounts`. */
    withChangeAmounts: (query) =>
      query.select(raw("quotes.metadata #> '{policyChange,largestAmounts}'").as('change_amounts')),
    /** Adds what accepting it depends on beside its own columns: `changeAmounts`, `askedBy`, `askedAt`, `policyNumber` and `mayBeHeld`. */
    toAccept: (query) =>
      query
        .modify('withChangeAmounts')
        .select(
          raw(ofEvent('organization_id')).as('asked_by'),
          raw(ofEvent('created_at')).as('asked_at'),
          raw(policyNumber).as('policy_number'),
          raw(mayBeHeld).as('may_be_held'),
        ),
  };

  requestId!: string;
  pipelineId!: string;
  triggerRequestId!: string;
  actionId!: string;
  actionType!: string;
  type!: QuoteType;
  productId!: string;
  productVersionId!: string;
  versionSystemSource!: 'HOSTING' | 'BUILDER';
  clientId!: string | null;
  /** The client's test clock. */
  clockId!: string | null;
  clientOrganizationId!: string;
  quotingOrganizationId!: string;
  lineName!: string;
  quotingOrganizationName!: string;
  effectiveDate!: string;
  term!: Term;
  outcome!: 'QUOTED' | 'DECLINED';
  bindable!: boolean;
  requiresUnderwriterApproval!: boolean;
  requiresPolicyholderAcceptance!: boolean;
  underwriterResponse!: Decided<UnderwriterDecision> | null;
  policyholderResponse!: Decided<PolicyholderResponse> | null;
  /** The person of the quoting organization who reviews it, and since when. */
  assignedTo!: string | null;
  assignedAt!: Date | null;
  /** Premium of the term before taxes and fees; decimal text. */
  premium!: string | null;
  quoteDetails!: QuoteDetails | null;
  messages!: QuoteMessage[];
  metadata!: JsonObject;
  intake!: AnswerMap;
  rawQuoteRequest!: JsonObject | null;
  rawQuoteDetails!: JsonObject | null;
  inputMappingData!: JsonObject | null;
  asRatingConfiguredAt!: Date;
  quoteTimestamp!: Date;
  expiresAt!: Date | null;
  /** For a package's component: its line, else null. */
  lineId!: string | null;
  /** For a package's component: the package's quote, and its place among the components. */
  packageRequestId!: string | null;
  packagePosition!: number | null;
  /** What underwriter and seller have asked, offered and answered; null for nothing. */
  underwriting!: QuoteUnderwriting | null;
  /** Of its last change, as a time in microseconds: text, because it is a `bigint`. */
  version!: string;
  /** Null while it is as it was made. */
  updatedAt!: Date | null;

  declare reviewer?: Person | null;
  /** The quotes of a package's components, in their order. */
  declare components?: Quote[];
  /** Who fired the event that asked for the quote, and when; where it was read. */
  declare askedBy?: string;
  declare askedAt?: Date;
  /** Some hold of the product may stop it; where it was read. */
  declare mayBeHeld?: boolean;
  /** Of the policy that was issued from it or that it changed, null if none was; where it was read. */
  declare policyNumber?: string | null;
  /** Of the quote of a change, what a seller's limits are compared with, null of others; where it was read. */
  declare changeAmounts?: QuotedAmounts | null;
}
