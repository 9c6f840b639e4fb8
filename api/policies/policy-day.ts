import { businessTimeOf, type TimeSources } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import type { PolicyDay } from '../../db/policies/policy-on-day.js';
import { policyVisibleTo } from '../../db/policies/visible-policy.js';
import { NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import type { AsOf } from './schemas.js';

/** The day and the time of knowledge that are asked for, by default the policy's today and now. 404 if the caller cannot see it. */
export async function policyDay(
  sources: TimeSources & { db: Database },
  { organizationId }: Pick<Caller, 'organizationId'>,
  policyId: string,
  { effectiveOn, knownAt }: AsOf,
): Promise<PolicyDay> {
  const policy = await policyVisibleTo(sources.db, organizationId, policyId);
  if (policy === undefined) throw new NotFound('policy', policyId);
  const now = await businessTimeOf(sources.db, sources, policy);
  return {
    effectiveOn: effectiveOn ?? now.today,
    knownAt: knownAt === undefined ? now : new Date(knownAt),
  };
}
