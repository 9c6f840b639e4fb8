import { type ActivitySource, details, named, own } from './source.js';

/** Tasks of the organization: that one was opened, and that it was completed. */
export const tasks: ActivitySource = {
  kinds: ['TASK'],
  from: `(select tasks.*, step.is_end, step.at, step.by from tasks cross join lateral (
      values (false, created_at, created_by), (true, completed_at, completed_by)
    ) step (is_end, at, by) where step.at is not null) r`,
  of: named(own),
  at: 'r.at',
  key: 'r.id::text || r.is_end',
  type: "case when r.is_end then 'TASK_COMPLETED' else 'TASK_CREATED' end",
  title: "case when r.is_end then 'Task completed: ' else 'Task: ' end || r.title",
  author: 'r.by',
  client: 'r.client_id',
  quote: 'r.quote_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: 'r.id',
  details: details({
    dueDate: 'r.due_on',
    role: 'r.role',
    priority: 'r.priority',
    completion: 'case when r.is_end then r.completion end',
  }),
};
