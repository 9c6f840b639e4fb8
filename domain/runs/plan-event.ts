import {
  type ConfiguredAction,
  type DataLookupAction,
  type HttpRequestAction,
  isRating,
  isThirdParty,
  respondingActionTypes,
  type ThirdPartyAction,
  withFallbacks,
} from '../actions/configured-action.js';
import { eventCatalog } from '../events/catalog.js';
import type { EventEnvelope } from '../events/envelope.js';
import { derivedId } from '../ground/derived-id.js';
import type { FiredEvent, PlannedAction, PlannedDefaultAction } from './fired-event.js';
import { inboundRequestId } from './inbound-request.js';

/** The actions of a product version for this event type, and the default quoting organization. */
export interface ConfiguredWorkflow {
  actions: readonly ConfiguredAction[];
  ownerOrganizationId: string;
  /** Of the quoting of a renewal: the action that asks the carrier which rated the policy. */
  renewingCarrier?: ThirdPartyAction | undefined;
  /** Lookups of what the event's default actions rate; their conditions are decided when they run. */
  lookups?: readonly DataLookupAction[];
  /** Whether the action's condition holds for the event. */
  applies: (action: ConfiguredAction) => boolean;
  /** Whether the condition can be evaluated only when the action's turn comes. */
  isDecidedLate: (action: ConfiguredAction) => boolean;
}

/**
 * The plan of a fired event (spec 6): default actions unless `batchMode`, then the configured actions that
 * pass `eventTargets`, `filterByOrganizations` and their own condition. An empty list counts as unset and
 * passes everything, because many clients send one.
 */
export function planEvent(
  triggerRequestId: string,
  envelope: EventEnvelope,
  workflow: ConfiguredWorkflow,
): FiredEvent {
  const late = workflow.isDecidedLate;
  const defaultActions = envelope.batchMode ? [] : planDefaultActions(envelope.type, triggerRequestId);
  const chosen = selected(envelope, workflow).filter((action) => late(action) || workflow.applies(action));
  // Nobody asks a source, which may charge, for what nothing rates.
  const rates = withFallbacks(chosen).some(isRating);
  const actions = chosen
    .filter(({ type }) => rates || type !== 'DATA_LOOKUP')
    .map((action) => planned(triggerRequestId, action, late));
  const { lookups = [] } = workflow;
  return {
    triggerRequestId,
    type: envelope.type,
    waitForRating: envelope.forceSync && eventCatalog[envelope.type].honorsForceSync,
    ...(lookups.length > 0 &&
      !envelope.batchMode && {
        lookups: lookups.map((action) => planned(triggerRequestId, action, () => false)),
      }),
    defaultActions,
    actions: [...(envelope.batchMode ? [] : carrierOfRenewal(triggerRequestId, workflow)), ...actions],
  };
}

/**
 * The carrier is asked for the next term by the action that asked it for the first one, whatever that depends on in
 * `GET_QUOTES`.
 */
function carrierOfRenewal(
  triggerRequestId: string,
  { renewingCarrier }: ConfiguredWorkflow,
): PlannedAction[] {
  if (renewingCarrier === undefined) return [];
  const action = { ...renewingCarrier, order: 0, onFailure: [] };
  return [planned(triggerRequestId, action, () => false)];
}

/** The built-in actions of an event type; most notifications have none. */
function planDefaultActions(type: EventEnvelope['type'], triggerRequestId: string): PlannedDefaultAction[] {
  return eventCatalog[type].defaultActions.map((action) => ({
    actionId: derivedId(triggerRequestId, action.type),
    type: action.type,
    name: action.name,
  }));
}

/** Indexes in `eventTargets` that name no action of the event. */
export function unknownTargets(
  { eventTargets = [] }: EventEnvelope,
  actions: readonly ConfiguredAction[],
): number[] {
  const known = new Set(actions.map((action) => action.id));
  return eventTargets.flatMap((target, index) => (known.has(target) ? [] : [index]));
}

function selected(
  { eventTargets = [], filterByOrganizations = [] }: EventEnvelope,
  workflow: ConfiguredWorkflow,
) {
  return workflow.actions.filter((action) => {
    // What ratings need is looked up whichever of them are asked for.
    if (action.type === 'DATA_LOOKUP') return true;
    if (eventTargets.length > 0 && !eventTargets.includes(action.id)) return false;
    if (filterByOrganizations.length === 0 || !isRating(action)) return true;
    return filterByOrganizations.includes(action.quotingOrganizationId ?? workflow.ownerOrganizationId);
  });
}

/** A fallback's condition is evaluated when its turn comes, so any condition makes it `decidedLate`. */
function planned(
  triggerRequestId: string,
  action: ConfiguredAction,
  late: (action: ConfiguredAction) => boolean,
): PlannedAction {
  const { id, type, name, order, onFailure = [] } = action;
  return {
    actionId: id,
    type,
    name,
    order,
    rates: isRating(action),
    responds: respondingActionTypes.has(type),
    ...(callsExternalSystem(action) && { callSeconds: action.timeoutSeconds }),
    ...(action.type === 'DATA_LOOKUP' && { callSeconds: action.deadlineSeconds }),
    ...('awaited' in action && action.awaited && { awaited: true as const }),
    ...(type === 'INBOUND_WAIT' && { inboundRequestId: inboundRequestId(triggerRequestId, id) }),
    ...(late(action) && { decidedLate: true as const }),
    ...(onFailure.length > 0 && {
      onFailure: onFailure.map((fallback) =>
        planned(triggerRequestId, fallback, ({ when }) => when !== undefined),
      ),
    }),
  };
}

function callsExternalSystem(action: ConfiguredAction): action is ThirdPartyAction | HttpRequestAction {
  return isThirdParty(action) || action.type === 'HTTP_REQUEST';
}
