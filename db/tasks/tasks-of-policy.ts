import type { Knex } from 'knex';
import { theService } from '../../domain/ground/author.js';
import type { Policy } from '../models/policy.js';
import { Task } from '../models/task.js';
import { closeTasks } from './close-tasks.js';
import { openTask } from './open-task.js';
import { conditionOf } from './tasks-of-quote.js';

type Waiting = Pick<
  Policy,
  | 'id'
  | 'version'
  | 'policyNumber'
  | 'policyState'
  | 'cancelledOn'
  | 'renewalWaits'
  | 'reinstatementWaits'
  | 'sellerOrganizationId'
  | 'issuingOrganizationId'
>;

const renewalOf = ({ policyState, cancelledOn, renewalWaits }: Waiting): string | null =>
  policyState === 'ACTIVE' && cancelledOn === null ? renewalWaits : null;

/**
 * Opens and closes the tasks of what waits for a person at a policy: its renewal, for the seller, and a reinstatement that a hold
 * stopped, for the insurer. Most changes of a policy concern neither, and cost nothing.
 */
export async function followWaits(trx: Knex, before: Waiting, after: Waiting, now: Date): Promise<void> {
  const { id: policyId, version, policyNumber } = after;
  const follow = async (kind: 'renewal' | 'reinstatement', waited: string | null, waits: string | null) => {
    const waitsFor = `${kind}/${policyId}`;
    if (waited !== null && waits === null) await closeTasks(trx, { waitsFor, reason: ends[kind], now });
    if (waited !== null || waits === null) return;
    await openTask(trx, {
      organizationId: kind === 'renewal' ? after.sellerOrganizationId : after.issuingOrganizationId,
      key: `${waitsFor}/${version}`,
      title: `The ${kind} of policy ${policyNumber} waits: ${waits}`,
      about: { policyId },
      waitsFor,
      now,
    });
  };
  await follow('renewal', renewalOf(before), renewalOf(after));
  const reasonOf = ({ reinstatementWaits }: Waiting) => reinstatementWaits?.reason ?? null;
  await follow('reinstatement', reasonOf(before), reasonOf(after));
  if (before.cancelledOn === null && after.cancelledOn !== null) await endConditions(trx, policyId, now);
  if (before.cancelledOn !== null && after.cancelledOn === null) await resumeConditions(trx, policyId, now);
}

const canceled = 'the policy was canceled';

/** Nobody has to confirm the conditions of a policy that is canceled. */
async function endConditions(trx: Knex, policyId: string, now: Date): Promise<void> {
  await conditionsOf(trx, policyId)
    .whereNull('completed_at')
    .patch({ completedAt: now, completedBy: theService, completion: canceled, updatedAt: now });
}

/** A policy that goes on has its conditions again. */
async function resumeConditions(trx: Knex, policyId: string, now: Date): Promise<void> {
  await conditionsOf(trx, policyId)
    .where('completion', canceled)
    .patch({ completedAt: null, completedBy: null, completion: null, updatedAt: now });
}

const conditionsOf = (trx: Knex, policyId: string) =>
  Task.query(trx).where('policy_id', policyId).where('waits_for', 'like', conditionOf('%'));

const ends = {
  renewal: 'a renewal quote is held, or the renewal is decided otherwise',
  reinstatement: 'the policy is reinstated, or the payment was refunded',
};
