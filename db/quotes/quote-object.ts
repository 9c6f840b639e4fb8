import { type EveryField, nothingLeft } from '../../domain/ground/every-field.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { monthsOfTerm, nameInInterface } from '../../domain/ground/term.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { withTerm } from '../../domain/quote/quote-details.js';
import { shownUnderwritingOf } from '../../domain/quote/underwriting.js';
import type { ColumnsOf } from '../models/base.js';
import type { Quote } from '../models/quote.js';

/** A row of a quote with the components of a package and the version, where they were read. */
export type QuoteRow = Omit<ColumnsOf<Quote>, 'version' | 'updatedAt'> &
  Partial<Pick<Quote, 'version' | 'updatedAt'>> & { components?: readonly QuoteRow[] | undefined };

/** The Quote object (spec 2.5) of a row. A component has no answers of its own: they are its package's. */
export function quoteObject(row: QuoteRow): QuoteObject {
  const { components, intake, version, updatedAt, ...quote } = row;
  return {
    ...fieldsOf(quote),
    quoteIntake: intake,
    ...(version !== undefined && {
      version: Number(version),
      updatedTimestamp: (updatedAt ?? quote.quoteTimestamp).toISOString(),
    }),
    ...(components && {
      packageQuotes: components.map(({ intake: _, ...component }) => fieldsOf(component)),
    }),
  };
}

type Fields = EveryField<
  Omit<
    QuoteObject,
    | 'quoteIntake'
    | 'ratedAnswers'
    | 'packageQuotes'
    | 'version'
    | 'updatedTimestamp'
    | 'quoteProposal'
    | 'reasons'
    | 'rawQuoteRequest'
    | 'rawQuoteDetails'
  >
>;

function fieldsOf({ components: _components, ...row }: Omit<QuoteRow, 'intake'>): Fields {
  const {
    requestId,
    pipelineId,
    triggerRequestId,
    actionId,
    actionType,
    type,
    productId,
    lineId,
    lineName,
    clientId,
    clockId,
    clientOrganizationId,
    quotingOrganizationId,
    quotingOrganizationName,
    effectiveDate,
    term,
    bindable,
    requiresUnderwriterApproval,
    requiresPolicyholderAcceptance,
    underwriterResponse,
    policyholderResponse,
    quoteTimestamp,
    quoteDetails,
    messages,
    metadata,
    inputMappingData,
    underwriting,
    productVersionId,
    versionSystemSource,
    asRatingConfiguredAt,
    // Not shown: `includeRawData` adds the raw data, and lists have the others.
    rawQuoteRequest: _rawQuoteRequest,
    rawQuoteDetails: _rawQuoteDetails,
    outcome: _outcome,
    premium: _premium,
    expiresAt: _expiresAt,
    assignedTo: _assignedTo,
    assignedAt: _assignedAt,
    packageRequestId: _packageRequestId,
    packagePosition: _packagePosition,
    version: _version,
    updatedAt: _updatedAt,
    ...rest
  } = row;
  nothingLeft(rest);
  return {
    requestId,
    pipelineId,
    triggerRequestId,
    actionId,
    actionType,
    type,
    lineId: lineId ?? productId,
    lineName,
    clientOrganizationId,
    quotingOrganizationId,
    quotingOrganization: quotingOrganizationName,
    effectiveDate,
    term: nameInInterface(term),
    termMonths: monthsOfTerm(term),
    bindable,
    requiresUnderwriterApproval,
    requiresPolicyholderAcceptance,
    quoteTimestamp: quoteTimestamp.toISOString(),
    productVersionId,
    versionSystemSource,
    asRatingConfiguredAtTimestamp: asRatingConfiguredAt.toISOString(),
    clientId: clientId ?? undefined,
    clockId: clockId ?? undefined,
    underwriterResponse: (underwriterResponse as JsonObject | null) ?? undefined,
    policyholderResponse: (policyholderResponse as JsonObject | null) ?? undefined,
    quoteDetails: quoteDetails ? withTerm(quoteDetails, { type, term }) : undefined,
    messages,
    metadata,
    inputMappingData: inputMappingData ?? undefined,
    underwriting: shownUnderwritingOf({ underwriting, underwriterResponse }),
  };
}
