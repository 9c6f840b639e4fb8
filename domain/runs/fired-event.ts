import type { ActionType } from '../actions/configured-action.js';
import type { DefaultActionType, EventType } from '../events/catalog.js';

/** An action of an event: what a run tells activities of it, and what people read of it. */
export interface ActionToRun<Type extends string = ActionType> {
  /** Stable within the event. */
  actionId: string;
  type: Type;
  /** What people read in the Temporal UI and in `GET /event`. */
  name: string;
}

export type PlannedDefaultAction = ActionToRun<DefaultActionType>;

export interface PlannedAction extends ActionToRun {
  /** Actions run in ascending order, those with the same order run in parallel. */
  order: number;
  /** The action's result is one or more quotes (spec 6.4). */
  rates: boolean;
  /** Counted in `expectedResponseCount` (spec 6.3). */
  responds: boolean;
  /** For a call to an external system: the timeout of one attempt, in seconds. */
  callSeconds?: number;
  /** Its condition reads results of earlier actions, so it is evaluated when its turn comes. */
  decidedLate?: true;
  /** The trigger result waits for it, up to a limit, as it does for ratings with `forceSync`. */
  awaited?: true;
  /** The request id of a wait, for `POST /inbound`. */
  inboundRequestId?: string;
  /** The actions to run if it fails. */
  onFailure?: PlannedAction[];
}

/** The workflow's argument: ids and a small plan. The envelope itself stays in the database. */
export interface FiredEvent {
  triggerRequestId: string;
  type: EventType;
  /** `GET_QUOTES` with `forceSync`: the trigger result waits for the rating actions (spec 6.4). */
  waitForRating: boolean;
  /** Lookups of what the default actions rate: of a policy's renewal or endorsement. */
  lookups?: PlannedAction[];
  defaultActions: PlannedDefaultAction[];
  actions: PlannedAction[];
  /** Webhook endpoints to notify when the run has ended. */
  notify?: string[];
  /** The number of this retry of failed actions; the first run has none. */
  retry?: number;
}

/** The plan of an event's run, which a request, the sweep, or the run that fired the event starts. */
export interface RunPlan {
  fired: FiredEvent;
  /** The id of the event's first run in Temporal. */
  workflowId: string;
  organizationId: string;
  organizationName: string;
  productKey: string;
  productTitle: string;
  /** The client of the event, if known. */
  clientId?: string;
  /** The policy of the event, if known. */
  policyId?: string;
  /** The test clock of its client, with its time when the event was fired, ISO 8601. */
  clock?: { id: string; time: string };
}

/** Every action of a plan, including fallbacks. */
export function allActions(actions: readonly PlannedAction[]): PlannedAction[] {
  return actions.flatMap((action) => [action, ...allActions(action.onFailure ?? [])]);
}
/** An action without its plan. */
export function toRun<Type extends string>({ actionId, type, name }: ActionToRun<Type>): ActionToRun<Type> {
  return { actionId, type, name };
}
