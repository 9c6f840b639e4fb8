import { derivedId } from '../derived-id.js';
import {
  type ConfiguredAction,
  isThirdParty,
  ratingActionTypes,
  respondingActionTypes,
} from '../product/configured-action.js';
import type { EventEnvelope } from './envelope.js';
import type { FiredEvent, PlannedAction, PlannedDefaultAction } from './fired-event.js';

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
    waitForRating: envelope.type === 'GET_QUOTES' && envelope.forceSync,
    defaultActions: envelope.batchMode ? [] : defaultActions(envelope.type, triggerRequestId),
    actions: selected(envelope, workflow).filter(workflow.applies).map(planned),
  };
}

/** The built-in actions of an event type; notifications have none. */
function defaultActions(type: EventEnvelope['type'], triggerRequestId: string): PlannedDefaultAction[] {
  switch (type) {
    case 'GET_QUOTES':
      return [
        {
          actionId: derivedId(triggerRequestId, 'SAVE_CLIENT'),
          type: 'SAVE_CLIENT',
          name: 'Save client from intake',
        },
      ];
    case 'UNDERWRITING_REFERRED':
    case 'UNDERWRITING_APPROVED':
    case 'UNDERWRITING_DECLINED':
      return [];
  }
}

/** Places in `eventTargets` that name no action of the event. */
export function unknownTargets(
  { eventTargets = [] }: EventEnvelope,
  actions: readonly ConfiguredAction[],
): number[] {
  const known = new Set(actions.map((action) => action.id));
  return eventTargets.flatMap((target, index) => (known.has(target) ? [] : [index]));
}

function selected({ eventTargets, filterByOrganizations }: EventEnvelope, workflow: ConfiguredWorkflow) {
  return workflow.actions.filter((action) => {
    if (eventTargets !== undefined && !eventTargets.includes(action.id)) return false;
    if (filterByOrganizations === undefined || !ratingActionTypes.has(action.type)) return true;
    return filterByOrganizations.includes(action.quotingOrganizationId ?? workflow.ownerOrganizationId);
  });
}

function planned(action: ConfiguredAction): PlannedAction {
  const { id, type, name, order } = action;
  return {
    actionId: id,
    type,
    name,
    order,
    rates: ratingActionTypes.has(type),
    responds: respondingActionTypes.has(type),
    ...(isThirdParty(action) && { callSeconds: action.timeoutSeconds }),
  };
}
