import type { EventType } from '../events/catalog.js';
import type { FiredEvent, RunPlan } from './fired-event.js';

// Anyone who reads the list of workflows sees little besides their ids. An id therefore says what the workflow is about,
// most important first, and ends with what makes it unique. It has no personal data. At 206 characters it fits the
// 255 that Temporal's SQL databases keep.

const longestWord = 40;

/** A part of an id. Ids travel in headers of requests, so they are ASCII. */
function word(text: string): string {
  const ascii = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/\W+/g, '-');
  return ascii.slice(0, longestWord).replaceAll(/^-+|-+$/g, '');
}

const idOf = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('.');

/** For example `POLICY_CANCEL.GL-000001.general-liability.harbor-street-agency.event-{key}`. */
export function eventWorkflowId(event: {
  type: EventType;
  /** Its `triggerRequestId`, or the key that it has instead. */
  key: string;
  clientId: string | undefined;
  policyNumber: string | undefined;
  productKey: string;
  organizationName: string;
}): string {
  const { type, key, clientId, policyNumber, productKey, organizationName } = event;
  const client = clientId && `client-${clientId.slice(0, 8)}`;
  const about = policyNumber === undefined ? client : word(policyNumber);
  return idOf([type, about, word(productKey), word(organizationName.toLowerCase()), `event-${key}`]);
}

/** For example `policy.GL-000001.general-liability.harbor-street-agency.policy-{id}`. */
export function policyWorkflowId(policy: {
  policyId: string;
  policyNumber: string;
  productKey: string;
  organizationName: string;
}): string {
  const { policyId, policyNumber, productKey, organizationName } = policy;
  const words = [policyNumber, productKey, organizationName.toLowerCase()].map(word);
  return idOf(['policy', ...words, `policy-${policyId}`]);
}

/** The workflow id of an event's run. A retry of failed actions has a number. */
export function workflowIdOf({
  workflowId,
  fired: { retry = 0 },
}: Pick<RunPlan, 'workflowId'> & { fired: Pick<FiredEvent, 'retry'> }): string {
  return retry === 0 ? workflowId : `${workflowId}-retry-${retry}`;
}

/** The event and retry of a run's id; undefined for the id of another workflow. */
export function eventOfWorkflowId(workflowId: string): { key: string; retries: number } | undefined {
  const [, key, retry = '0'] = /(?:^|\.)event-([0-9a-f-]{36})(?:-retry-(\d+))?$/.exec(workflowId) ?? [];
  return key === undefined ? undefined : { key, retries: Number(retry) };
}

/** The policy of a policy's workflow id; undefined for the id of another workflow. */
export function policyOfWorkflowId(workflowId: string): string | undefined {
  return /(?:^|\.)policy-([0-9a-f-]{36})$/.exec(workflowId)?.[1];
}

/** The product's key in a policy's workflow id; undefined for those of earlier versions. */
export function productOfWorkflowId(workflowId: string): string | undefined {
  return workflowId.split('.')[2];
}
