import type { Knex } from 'knex';
import type { Policy } from '../models/policy.js';
import { closeTasks } from './close-tasks.js';
import { openTask } from './open-task.js';

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
}

const ends = {
  renewal: 'a renewal quote is held, or the renewal is decided otherwise',
  reinstatement: 'the policy is reinstated, or the payment was refunded',
};
