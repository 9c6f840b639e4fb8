import type { Knex } from 'knex';
import type { Transaction } from 'objection';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { Policy } from '../../db/models/policy.js';
import { policyVisibleTo } from '../../db/policies/visible-policy.js';
import type { Objection } from '../../domain/ground/objection.js';
import { refused } from '../ground/failures.js';

/**
 * The policy that an event is about, if the event's organization can see it and it has the event's product.
 */
export async function policyOfEvent(db: Knex, event: AcceptedEvent, policyId: string): Promise<Policy> {
  return ofEvent(await policyVisibleTo(db, event.organizationId, policyId), event, policyId);
}

/** The same policy, locked for the rest of the transaction, so that decisions on its state hold. */
export async function lockPolicyOfEvent(
  trx: Transaction,
  event: AcceptedEvent,
  policyId: string,
): Promise<Policy> {
  const policy = await Policy.query(trx)
    .findById(policyId)
    .modify('visibleTo', event.organizationId)
    .forUpdate();
  return ofEvent(policy, event, policyId);
}

/** Refuses the event with an objection, if there is one; fields are the payload's. */
export function refuseIf(objection: Objection | null, field?: string): void {
  if (objection === null) return;
  const at = field ?? (objection.field && `payload.${objection.field}`);
  throw refused(objection.reason, at, 'POLICY_STATE');
}

/** An event runs with the configuration of its product, which must be the policy's. */
export function refuseAnotherProduct(policy: Policy, event: AcceptedEvent): void {
  if (policy.productId === event.productId) return;
  throw refused(`the policy is of product ${policy.productName}, not of the event's product`, 'lineId');
}

function ofEvent(policy: Policy | undefined, event: AcceptedEvent, policyId: string): Policy {
  if (policy === undefined) throw refused(`policy ${policyId} does not exist`, 'payload.policyId');
  refuseAnotherProduct(policy, event);
  return policy;
}
