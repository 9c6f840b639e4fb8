import { latestPlanOf } from '../../db/events/retry-event.js';
import type { Event } from '../../db/models/event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { type Difference, pagesOf, type ReconcileDependencies } from './difference.js';

/** Messages that were accepted a minute ago, and whose action waits: Temporal may have lost their signal. */
export async function* untoldWaits({ db, runs }: ReconcileDependencies): AsyncGenerator<Difference> {
  const pages = pagesOf<Waiting>(
    ({ id }) => id,
    async (after, limit) => {
      const { rows } = await db.raw<{ rows: Waiting[] }>(
        `select message.id, message.request_id as "requestId", action.name, event.type, event.plan,
           event.retry_plan as "retryPlan"
         from action_runs action
         join inbound_messages message using (trigger_request_id, action_id)
         join events event using (trigger_request_id)
         where action.state = 'WAITING' and event.state = 'RUNNING'
           and message.received_at < now() - interval '1 minute' and message.id > ?
         order by message.id limit ?`,
        [after, limit],
      );
      return rows;
    },
  );
  for await (const page of pages) {
    for (const { id, requestId, name, type, ...event } of page) {
      const workflowId = workflowIdOf(latestPlanOf(event));
      const mend = () => runs.tell(workflowId, { requestId, messageId: id });
      yield { kind: 'WAIT_UNTOLD', id: requestId, about: `${name} of ${type}`, mend };
    }
  }
}

interface Waiting extends Pick<Event, 'type' | 'plan' | 'retryPlan'> {
  id: string;
  requestId: string;
  name: string;
}
