import type { ActionRunState } from './action-run.js';
import { BaseModel } from './base.js';

/** The result of an action in an earlier run of its event, before it was retried. */
export class EarlierActionRun extends BaseModel {
  static override tableName = 'earlier_action_runs';
  static override idColumn = ['trigger_request_id', 'action_id', 'retry'];

  declare triggerRequestId: string;
  declare actionId: string;
  /** The number of that run: 0 is the first. */
  declare retry: number;
  declare state: ActionRunState;
  declare attempts: number;
  declare lastError: string | null;
  declare startedAt: Date;
  declare endedAt: Date | null;
}
