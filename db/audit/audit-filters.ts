import { z } from 'zod';
import { calendarDate, instant } from '../../domain/ground/primitives.js';
import type { Filters, FilterValues } from '../filters.js';
import { auditedActionNames } from './actions.js';

const dayMs = 24 * 3_600_000;
const moment = z.union([instant, calendarDate], 'must be a date, or an ISO 8601 date-time with an offset');
const id = z.string().min(1).max(320);

/** The filters of the audit log. */
export const auditFilters = {
  action: {
    schema: z.enum(auditedActionNames).meta({ id: 'AuditedAction' }),
    ...{ column: 'action', index: 'audit_log_action' },
  },
  actorId: {
    schema: id,
    description: "A person's id, an API key, or an operator's account.",
    ...{ column: 'actor_id', index: 'audit_log_actor' },
  },
  targetId: { schema: id, column: 'target_id', index: 'audit_log_target' },
  recordedFrom: {
    schema: moment,
    description: 'Inclusive; a date stands for its start in UTC.',
    ...{ column: 'recorded_at', compare: '>=', index: 'audit_log_time' },
    bound: (said) => new Date(said),
  },
  recordedTo: {
    schema: moment,
    description: 'Inclusive; a date stands for its end in UTC.',
    ...{ column: 'recorded_at', compare: '<', index: 'audit_log_time' },
    bound: (said) => new Date(new Date(said).getTime() + (said.includes('T') ? 1 : dayMs)),
  },
} as const satisfies Filters;

export type AuditFilter = FilterValues<typeof auditFilters>;
