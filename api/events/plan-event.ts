import { derivedId } from '../../domain/derived-id.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import {
  type ConfiguredAction,
  ratingActionTypes,
  respondingActionTypes,
} from '../../domain/product/configured-action.js';
import type { FiredEvent, PlannedAction, PlannedDefaultAction } from '../../workflows/contracts/event-run.js';
import { BadRequest } from '../errors/app-error.js';

/** The actions of a product version for this event type, and who quotes where an action does not say. */
export interface ConfiguredWorkflow {
  actions: readonly ConfiguredAction[];
  ownerOrganizationId: string;
  /** Whether an action's own condition holds for the event's intake. */
  applies: (action: ConfiguredAction) => boolean;
}

/**
 * What a fired event will run (spec 6): default actions unless `batchMode`, then the configured actions that
 * `eventTargets` and `filterByOrganizations` leave and whose condition holds.
 */
export function planEvent(
  triggerRequestId: string,
  envelope: EventEnvelope,
  workflow: ConfiguredWorkflow,
): FiredEvent {
  return {
    triggerRequestId,
    type: envelope.type,
    waitForRating: envelope.forceSync,
    defaultActions: envelope.batchMode ? [] : defaultActions(triggerRequestId),
    actions: selected(envelope, workflow).filter(workflow.applies).map(planned),
  };
}

function defaultActions(triggerRequestId: string): PlannedDefaultAction[] {
  return [
    {
      actionId: derivedId(triggerRequestId, 'SAVE_CLIENT'),
      type: 'SAVE_CLIENT',
      name: 'Save client from intake',
    },
  ];
}

function selected({ eventTargets, filterByOrganizations }: EventEnvelope, workflow: ConfiguredWorkflow) {
  const known = new Set(workflow.actions.map((action) => action.id));
  const unknown = (eventTargets ?? []).flatMap((target, index) =>
    known.has(target) ? [] : [{ field: `eventTargets[${index}]`, detail: 'is not an action of this event' }],
  );
  if (unknown.length > 0) throw new BadRequest(unknown);
  return workflow.actions.filter((action) => {
    if (eventTargets !== undefined && !eventTargets.includes(action.id)) return false;
    if (filterByOrganizations === undefined || !ratingActionTypes.has(action.type)) return true;
    return filterByOrganizations.includes(action.quotingOrganizationId ?? workflow.ownerOrganizationId);
  });
}

function planned({ id, type, name, order }: ConfiguredAction): PlannedAction {
  return {
    actionId: id,
    type,
    name,
    order,
    rates: ratingActionTypes.has(type),
    responds: respondingActionTypes.has(type),
  };
}
