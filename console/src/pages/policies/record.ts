import {
  type EventType,
  type FullPolicy,
  ioi,
  NotFoundError,
  type Policy,
  type PolicyFinanceState,
} from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { may, mayFire, me } from '../../session/me.js';
import { t } from '../../texts/texts.js';

/** A policy with its account and history. */
export type PolicyRecord = Pick<FullPolicy, 'statements' | 'events'> & {
  policy: Policy;
  finance: PolicyFinanceState;
  /** Of the policy: that of its client's test clock, if there is one. */
  today: string;
  /** Whether the person's organization issued it. */
  isIssuer: boolean;
  /** Whether the person may fire an event about it, within the authority of their organization. */
  mayFire: (type: EventType) => boolean;
};

/** Statements fall due without anybody's doing. */
const pollMs = 60_000;
/** Documents and what else follows a change come within moments. */
const movingPollMs = 2_500;

/** Whether something has happened to the policy within the last minute, so that more may follow. */
export function isMoving({ events }: Pick<PolicyRecord, 'events'>): boolean {
  const last = events.at(-1)?.createdTimestamp;
  return last !== undefined && Math.abs(Date.now() - Date.parse(last)) < pollMs;
}

export function usePolicy(policyId: string) {
  return useRead(['policies', policyId, 'record'], (signal) => readPolicy(policyId, signal), {
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? movingPollMs : pollMs),
  });
}

async function readPolicy(policyId: string, signal: AbortSignal): Promise<PolicyRecord> {
  const wanted = {
    includePolicy: true,
    includeFinanceState: true,
    includePolicyEvents: true,
    includeStatements: true,
    includeCommentsStats: false,
  };
  const [{ policy, financeState: finance, statements, events }, { today }] = await Promise.all([
    ioi.policies.sections(policyId, wanted, { signal }),
    ioi.policies.upcoming(policyId, { signal }),
  ]);
  if (!policy || !finance) throw new NotFoundError(t('shell.nothingHereDetail'), { status: 404 });
  const granted = may('products:read')
    ? (await ioi.products.authority(policy.productId, { signal })).events
    : undefined;
  return {
    policy,
    finance,
    today,
    statements,
    events,
    isIssuer: policy.issuingOrganizationId === me().organizationId,
    mayFire: (type) => mayFire(type) && (granted?.includes(type) ?? true),
  };
}

/** An event about a policy with this in its payload. */
export const eventAbout = <Payload extends object>({ id, productId }: Policy, payload: Payload) => ({
  lineId: productId,
  payload: { policyId: id, ...payload },
});
