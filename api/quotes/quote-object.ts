import type { Quote } from '../../db/models/quote.js';
import type { QuoteObject } from '../../domain/quote/quote.js';

/** A stored quote as the Quote object of spec 2.5; what does not apply is left out. */
export function quoteObject(quote: Quote): QuoteObject {
  return {
    requestId: quote.requestId,
    pipelineId: quote.pipelineId,
    triggerRequestId: quote.triggerRequestId,
    actionId: quote.actionId,
    actionType: quote.actionType,
    type: quote.type,
    lineId: quote.productId,
    lineName: quote.lineName,
    ...given('clientId', quote.clientId),
    clientOrganizationId: quote.clientOrganizationId,
    quotingOrganizationId: quote.quotingOrganizationId,
    quotingOrganization: quote.quotingOrganizationName,
    effectiveDate: quote.effectiveDate,
    term: quote.term,
    bindable: quote.bindable,
    requiresUnderwriterApproval: quote.requiresUnderwriterApproval,
    requiresPolicyholderAcceptance: quote.requiresPolicyholderAcceptance,
    ...given('underwriterResponse', quote.underwriterResponse),
    ...given('policyholderResponse', quote.policyholderResponse),
    quoteTimestamp: quote.quoteTimestamp.toISOString(),
    ...given('quoteDetails', quote.quoteDetails),
    messages: quote.messages,
    metadata: quote.metadata,
    ...given('inputMappingData', quote.inputMappingData),
    quoteIntake: quote.intake,
    productVersionId: quote.productVersionId,
    versionSystemSource: quote.versionSystemSource,
    asRatingConfiguredAtTimestamp: quote.asRatingConfiguredAt.toISOString(),
  };
}

function given<K extends string, V>(key: K, value: V | null): { [key in K]?: V } {
  return value === null ? {} : ({ [key]: value } as { [key in K]?: V });
}
