import { z } from 'zod';
import { coverageOnDay, type PolicyDayToTell } from '../../../domain/assistants/coverage-on-day.js';
import { type UpcomingToTell, upcomingInWords } from '../../../domain/assistants/upcoming-words.js';
import { calendarDate, uuid } from '../../../domain/ground/primitives.js';
import { toldPolicy } from '../told-policy.js';
import { reading } from '../tool.js';

const policyId = uuid.meta({ description: 'Of find' });

/** A policy in a few sentences. */
export const policy = reading({
  name: 'policy',
  title: 'Read a policy',
  sentence: 'Sums up a policy: how it stands, premium, what is paid and due, and its coverages.',
  input: z.strictObject({ policyId }),
  operations: ['getPolicySections'],
  reads: ({ policyId: id }, { operations }) => toldPolicy(operations, id),
});

/** Whether something was covered on a day. */
export const coverageOnDayTool = reading({
  name: 'coverage_on_day',
  title: 'What a policy covers on a day',
  sentence:
    'Says whether a policy is in force on a day, and what it covers then, item by item, such as each vehicle.',
  input: z.strictObject({ policyId, day: calendarDate }),
  operations: ['getPolicyTimeline'],
  reads: async ({ policyId: id, day }, { operations }) =>
    coverageOnDay(
      await operations.call<PolicyDayToTell>('getPolicyTimeline', {
        params: { policyId: id },
        query: { effectiveOn: day },
      }),
    ),
});

/** What happens to a policy by itself. */
export const upcoming = reading({
  name: 'upcoming',
  title: 'What happens to a policy next',
  sentence:
    'Lists what will happen to a policy by itself: bills, notices, cancellation, renewal, expiration.',
  input: z.strictObject({ policyId }),
  operations: ['getPolicyUpcoming'],
  reads: async ({ policyId: id }, { operations }) =>
    upcomingInWords(await operations.call<UpcomingToTell>('getPolicyUpcoming', { params: { policyId: id } })),
});
