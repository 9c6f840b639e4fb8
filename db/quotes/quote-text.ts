import { instant, json, objectText, plain, text } from '../json-text.js';

/** The members of a Quote object; `intake` is the SQL of its answers, absent for a component, which has its package's. */
const members = (q: string, intake?: string) => [
  plain('requestId', `${q}.request_id`),
  plain('pipelineId', `${q}.pipeline_id`),
  plain('triggerRequestId', `${q}.trigger_request_id`),
  plain('actionId', `${q}.action_id`),
  text('actionType', `${q}.action_type`),
  text('type', `${q}.type`),
  plain('lineId', `coalesce(${q}.line_id, ${q}.product_id)`),
  text('lineName', `${q}.line_name`),
  plain('clientOrganizationId', `${q}.client_organization_id`),
  plain('quotingOrganizationId', `${q}.quoting_organization_id`),
  text('quotingOrganization', `${q}.quoting_organization_name`),
  plain('effectiveDate', `${q}.effective_date`),
  text('term', `${q}.term`),
  json('bindable', `${q}.bindable`),
  json('requiresUnderwriterApproval', `${q}.requires_underwriter_approval`),
  json('requiresPolicyholderAcceptance', `${q}.requires_policyholder_acceptance`),
  instant('quoteTimestamp', `${q}.quote_timestamp`),
  plain('productVersionId', `${q}.product_version_id`),
  plain('versionSystemSource', `${q}.version_system_source`),
  instant('asRatingConfiguredAtTimestamp', `${q}.as_rating_configured_at`),
  plain('clientId', `${q}.client_id`),
  json('underwriterResponse', `${q}.underwriter_response`),
  json('policyholderResponse', `${q}.policyholder_response`),
  json('quoteDetails', `${q}.quote_details`),
  json('messages', `${q}.messages`),
  json('metadata', `${q}.metadata`),
  json('inputMappingData', `${q}.input_mapping_data`),
  ...(intake === undefined ? [] : [json('quoteIntake', intake)]),
];

/** An organization that can see a package can see its components, in their order. */
const components = `case when quotes.action_type = 'BUNDLE_RATING' and quotes.package_request_id is null then
  (select '[' || coalesce(string_agg(${objectText(members('c'))}, ',' order by c.package_position), '')
    || ']' from quotes c where c.package_request_id = quotes.request_id) end`;

/** The JSON text of a Quote object, of `quotes`; `intake` is the SQL of its answers. */
export const quoteTextWith = (intake: string) =>
  objectText([...members('quotes', intake), json('packageQuotes', components)]);
