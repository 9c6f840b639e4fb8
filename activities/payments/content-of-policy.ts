import type { Transaction } from 'objection';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { Organization } from '../../db/models/organization.js';
import { Person } from '../../db/models/person.js';
import type { Quote } from '../../db/models/quote.js';
import type { PolicyToIssue } from '../../db/policies/issue-policy.js';
import { endOfTerm } from '../../domain/ground/term.js';
import { policyContractOf } from '../../domain/policy/policy-contract.js';
import { policyMetaOf } from '../../domain/policy/policy-meta.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { missing } from '../ground/failures.js';
import type { BindableQuote } from './quotes-of-event.js';

export type PolicyContent = Pick<
  PolicyToIssue,
  | 'producerId'
  | 'policyMeta'
  | 'policyContract'
  | 'clientIntegrationData'
  | 'quoteIntegrationData'
  | 'policyIntegrationData'
>;

/** The insured parties and insured objects of a policy, as of its issue. */
export async function contentOfPolicy(
  trx: Transaction,
  work: DefaultActionWork,
  { quote, version }: BindableQuote,
): Promise<PolicyContent> {
  const { envelope } = work.event;
  const quoted = await Event.query(trx).findById(quote.triggerRequestId).select('envelope');
  const agencyCodes = envelope.agencyCodes ?? quoted?.envelope.agencyCodes ?? [];
  const producer = await producerOf(trx, quote, [
    envelope.source?.personId,
    quoted?.envelope.source?.personId,
  ]);
  const client = await Client.query(trx).findById(quote.clientId ?? '');
  if (client === undefined) throw missing('client of quote', quote.requestId);
  const agency = await Organization.query(trx).findById(quote.clientOrganizationId).throwIfNotFound();
  const { effectiveDate, term, quoteDetails } = quote;
  return {
    producerId: producer?.id ?? null,
    policyMeta: policyMetaOf({
      client,
      intake: quote.intake,
      agency,
      producer,
      carrier: { id: quote.quotingOrganizationId, name: quote.quotingOrganizationName },
      agencyCodes,
    }),
    policyContract: policyContractOf({
      product: {
        id: quote.productId,
        name: quote.lineName,
        versionId: version.versionId,
        version: version.version,
      },
      effectiveDate,
      expirationDate: endOfTerm(effectiveDate, term),
      term,
      quoteDetails,
      lapses: [],
      overlays: quote.metadata.overlays,
      conditions: quote.underwriting?.conditions,
    }),
    clientIntegrationData: client.locationCode === null ? {} : { locationCode: client.locationCode },
    quoteIntegrationData: quoteDetails?.externalData ?? {},
    policyIntegrationData: agencyCodes.length === 0 ? {} : { agencyCodes },
  };
}

/** The person who bound or quoted it, if one of the two organizations knows them. */
async function producerOf(
  trx: Transaction,
  { clientOrganizationId, quotingOrganizationId }: Quote,
  personIds: readonly (string | undefined)[],
): Promise<Pick<Person, 'id' | 'firstName' | 'lastName' | 'email'> | undefined> {
  const known = personIds.filter((id) => id !== undefined);
  if (known.length === 0) return undefined;
  const people = await Person.query(trx)
    .findByIds(known)
    .whereIn('organization_id', [clientOrganizationId, quotingOrganizationId])
    .select('id', 'first_name', 'last_name', 'email');
  const [person] = known.flatMap((id) => people.find((one) => one.id === id) ?? []);
  return (
    person && { id: person.id, firstName: person.firstName, lastName: person.lastName, email: person.email }
  );
}
