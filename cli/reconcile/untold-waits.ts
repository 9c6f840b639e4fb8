import { latestPlanOf } from '../../db/events/retry-event.js';
import type { Event } from '../../db/models/event.js';
import { InboundMessage } from '../../db/models/inbound-message.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { type Difference, pagesOf, type ReconcileDependencies } from './difference.js';

/** Messages that were accepted a minute ago, and whose action waits: Temporal may have lost their signal. */
export async function* untoldWaits({ db, runs }: ReconcileDependencies): AsyncGenerator<Difference> {
  const pages = pagesOf<Waiting>(
    ({ id }) => id,
    (after, limit) =>
      InboundMessage.query(db)
        .alias('message')
        .join('events as event', 'event.trigger_request_id', 'message.trigger_request_id')
        .join('action_runs as action', (same) =>
          same
            .on('action.trigger_request_id', 'message.trigger_request_id')
            .on('action.action_id', 'message.action_id'),
        )
        .where({ 'action.state': 'WAITING', 'event.state': 'RUNNING' })
        .whereRaw(`message.received_at < now() - interval '1 minute'`)
        .where('message.id', '>', after)
        .select('message.id', 'message.request_id', 'action.name')
        .select('event.type', 'event.plan', 'event.retry_plan')
        .orderBy('message.id')
        .limit(limit)
        .castTo<Waiting[]>(),
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
