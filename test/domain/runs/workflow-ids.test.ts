import { describe, expect, it } from 'vitest';
import { eventCatalog } from '../../../domain/events/catalog.js';
import { activityTitles, titleFor, titleIn } from '../../../domain/runs/activity-titles.js';
import {
  eventOfWorkflowId,
  eventWorkflowId,
  policyWorkflowId,
  workflowIdOf,
} from '../../../domain/runs/workflow-ids.js';

const key = '3f2b1c9e-52d4-4a0b-9f6e-0d1c7a8e4b21';
const quoting = {
  type: 'GET_QUOTES' as const,
  key,
  clientId: '6e298e98-0bcd-8974-8dd4-2eda483cc90c',
  policyNumber: undefined,
  productKey: 'general-liability',
  organizationName: 'Harbor Street Agency',
};

describe('the id of a run', () => {
  it('says the type of its event, whom it is about, the product and the organization', () => {
    expect(eventWorkflowId(quoting)).toBe(
      `GET_QUOTES.client-6e298e98.general-liability.harbor-street-agency.event-${key}`,
    );
    expect(eventWorkflowId({ ...quoting, type: 'POLICY_CANCEL', policyNumber: 'GL-2027-000001' })).toBe(
      `POLICY_CANCEL.GL-2027-000001.general-liability.harbor-street-agency.event-${key}`,
    );
    expect(eventWorkflowId({ ...quoting, clientId: undefined })).toBe(
      `GET_QUOTES.general-liability.harbor-street-agency.event-${key}`,
    );
  });

  it('is ASCII without spaces, and short, whatever an organization is called', () => {
    expect(eventWorkflowId({ ...quoting, organizationName: ' Müller & Söhne/GmbH…' })).toContain(
      '.muller-sohne-gmbh.',
    );
    expect(eventWorkflowId({ ...quoting, organizationName: '東京海上' })).toBe(
      `GET_QUOTES.client-6e298e98.general-liability.event-${key}`,
    );
    const long = 'a long name '.repeat(20);
    const id = eventWorkflowId({ ...quoting, policyNumber: long, productKey: long, organizationName: long });
    expect(id).toMatch(/^[\w.-]{1,245}$/);
  });

  it('ends with the event and the number of a retry, from which a lost run is known', () => {
    const workflowId = eventWorkflowId(quoting);
    expect(workflowIdOf({ workflowId, fired: {} })).toBe(workflowId);
    expect(eventOfWorkflowId(workflowId)).toEqual({ key, retries: 0 });
    const retried = workflowIdOf({ workflowId, fired: { retry: 12 } });
    expect(retried).toBe(`${workflowId}-retry-12`);
    expect(eventOfWorkflowId(retried)).toEqual({ key, retries: 12 });
  });

  it('of a policy says its number, and is not taken for an event', () => {
    const id = policyWorkflowId({ ...quoting, policyId: key, policyNumber: 'GL 2027/1' });
    expect(id).toBe(`policy.GL-2027-1.general-liability.harbor-street-agency.policy-${key}`);
    for (const other of [id, `policy-${key}`, `webhook-queue-${key}`]) {
      expect(eventOfWorkflowId(other)).toBeUndefined();
    }
  });
});

describe('the title of an activity', () => {
  it('leads back to the activity, whatever its action is called', () => {
    const titles = Object.values(activityTitles);
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles)
      expect(titleIn(titleFor(title, 'Standard: the second, '.repeat(20)))).toBe(title);
  });

  it('is not the name of a default action, which is a title itself', () => {
    const titles: string[] = Object.values(activityTitles);
    const names = Object.values(eventCatalog).flatMap(({ defaultActions }) =>
      defaultActions.map(({ name }) => titleIn(name)),
    );
    expect(names.filter((name) => titles.includes(name))).toEqual([]);
  });
});
