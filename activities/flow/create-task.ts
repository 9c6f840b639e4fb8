import { businessTimeOf } from '../../db/clock.js';
import { Event } from '../../db/models/event.js';
import { Policy } from '../../db/models/policy.js';
import { openTask, type TaskToOpen } from '../../db/tasks/open-task.js';
import { namedRecords } from '../../domain/events/records-of-event.js';
import { addDays } from '../../domain/ground/calendar.js';
import type { ActionToRun } from '../../domain/runs/fired-event.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import {
  type ConfiguredWork,
  filledTemplate,
  readConfiguredWork,
  type SettledStep,
} from './configured-work.js';
import { endAction } from './end-action.js';

/** Opens a task about an event's policy, quote or client, once. It fails where its organization does not see the event. */
export function createCreateTask(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  return (
    triggerRequestId: string,
    planned: ActionToRun<'CREATE_TASK'>,
    clientId?: string,
  ): Promise<SettledStep> =>
    asActivity(async () => {
      const work = await readConfiguredWork(dependencies, triggerRequestId, planned, clientId);
      const task = await taskOf(dependencies, work);
      const end =
        typeof task === 'string'
          ? { state: 'FAILED' as const, failure: task }
          : { state: 'SUCCEEDED' as const };
      return db.transaction((trx) =>
        endAction(trx, triggerRequestId, planned, {
          end,
          now: now(),
          effect: async () => void (typeof task === 'string' || (await openTask(trx, task))),
        }),
      );
    });
}

/** The task, or why there is none. */
async function taskOf(
  dependencies: ActivityDependencies,
  work: ConfiguredWork<'CREATE_TASK'>,
): Promise<TaskToOpen | string> {
  const { db, catalog } = dependencies;
  const { event, action, clientId } = work;
  const { triggerRequestId, policyId, productId } = event;
  const now = await businessTimeOf(db, dependencies, event);
  const title = await filledTemplate(db, work, action.title);
  const insurer = async () => {
    const policy = policyId === null ? undefined : await Policy.query(db).findById(policyId);
    return policy?.issuingOrganizationId ?? (await catalog.product(productId))?.ownerOrganizationId;
  };
  const organizationId = action.organization === 'INSURER' ? await insurer() : event.organizationId;
  const seen = await Event.query(db)
    .findById(triggerRequestId)
    .modify('visibleTo', organizationId ?? '');
  if (organizationId === undefined || seen === undefined)
    return 'the insurer does not see the event: make it a task of EVENT_ORGANIZATION';
  const [quote] = namedRecords(event.envelope, 'QUOTE');
  return {
    organizationId,
    key: `action/${triggerRequestId}/${action.id}`,
    madeBy: 'PRODUCT',
    title: String(title ?? '').trim() || action.name,
    about: { policyId: policyId ?? undefined, quoteId: quote?.id, clientId, triggerRequestId },
    role: action.role,
    dueOn: action.dueDays === undefined ? undefined : addDays(now.today, action.dueDays),
    priority: action.priority,
    now,
  };
}
