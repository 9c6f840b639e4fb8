import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

export type ActionRunState = 'RUNNING' | 'WAITING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'SKIPPED';

/** An action's result, stored with its row. */
export interface ActionResult {
  /** Merged into the trigger result's `metadata`. */
  metadata?: JsonObject;
  clientId?: string;
  policyId?: string;
  /** Policies whose workflow the run has to start. */
  startsPolicyTerms?: string[];
  /** The keys of the events that it fired; of a configured action their ids. */
  fired?: string[];
}

/**
 * The progress and result of one action of a fired event, written in the transaction of the action's effect.
 */
export class ActionRun extends BaseModel {
  static override tableName = 'action_runs';
  static override idColumn = ['trigger_request_id', 'action_id'];
  static override jsonAttributes = ['result'];

  declare triggerRequestId: string;
  declare actionId: string;
  declare kind: 'DEFAULT' | 'CONFIGURED';
  declare type: string;
  declare name: string;
  declare state: ActionRunState;
  declare attempts: number;
  declare lastError: string | null;
  declare requestId: string | null;
  /** Of an action that waits for an inbound message: the organization that alone may send it. */
  declare quotingOrganizationId: string | null;
  declare waitsFor: string | null;
  declare waitsUntil: Date | null;
  /** The same by the test clock of its event. */
  declare clockWaitsUntil: Date | null;
  declare result: ActionResult | null;
  declare startedAt: Date;
  declare endedAt: Date | null;
}
