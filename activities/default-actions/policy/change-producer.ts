import type { Transaction } from 'objection';
import { Person } from '../../../db/models/person.js';
import type { Policy } from '../../../db/models/policy.js';
import { issuedMetaOf } from '../../../db/policies/read-contract.js';
import { updatePolicy } from '../../../db/policy-changes/lock-policy.js';
import type { BusinessTime } from '../../../domain/ground/business-time.js';
import type { JsonObject } from '../../../domain/ground/json.js';
import { withProducer } from '../../../domain/policy/policy-meta.js';
import { refused } from '../../ground/failures.js';

interface NewProducer {
  producerId: string;
  effectiveDate: string;
  now: BusinessTime;
}

/**
 * Gives a locked policy another producer, a user of its seller or issuer, from now on; search and reports follow. What it
 * answers is kept with the policy's event: who is the producer, and who was.
 */
export async function changeProducer(
  trx: Transaction,
  policy: Policy,
  { producerId, effectiveDate, now }: NewProducer,
): Promise<JsonObject> {
  if (effectiveDate > now.today)
    throw refused(
      'a producer changes at once: the day must not be later than today',
      'payload.effectiveDate',
    );
  const person = await Person.query(trx)
    .findById(producerId)
    .whereIn('organization_id', [policy.sellerOrganizationId, policy.issuingOrganizationId])
    .whereNull('disabled_at')
    .select('id', 'first_name', 'last_name', 'email');
  if (person === undefined)
    throw refused(
      'is no active user of the organizations that sold and issued the policy',
      'payload.producerId',
    );
  const { id, firstName, lastName, email } = person;
  const producer = { id, firstName, lastName, email };
  await updatePolicy(
    trx,
    policy,
    {
      producerId: id,
      policyMeta: withProducer(policy.policyMeta, producer),
      // Later days are made of it.
      issuedMeta: withProducer(issuedMetaOf(policy), producer),
    },
    now,
  );
  return { producerId: id, ...(policy.producerId !== null && { previousProducerId: policy.producerId }) };
}
