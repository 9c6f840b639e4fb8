import { z } from 'zod';
import { between, type Filters, type FilterValues } from '../filters.js';
import { auditedActionNames } from './actions.js';

const recorded = between('recorded_at', 'audit_log_time');
const id = z.string().min(1).max(320);

/** The filters of the audit log. */
export const auditFilters = {
  action: {
    schema: z.enum(auditedActionNames).meta({ id: 'AuditedAction' }),
    column: 'action',
    index: 'audit_log_action',
  },
  actorId: {
    schema: id,
    description: "A person's id, an API key, or an operator's account.",
    column: 'actor_id',
    index: 'audit_log_actor',
  },
  targetId: { schema: id, column: 'target_id', index: 'audit_log_target' },
  recordedFrom: recorded.from,
  recordedTo: recorded.to,
} as const satisfies Filters;

export type AuditFilter = FilterValues<typeof auditFilters>;
