import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** An element of a full policy's history (spec 2.6, `events`). */
export class PolicyEvent extends BaseModel {
  static override tableName = 'policy_events';
  static override jsonAttributes = ['data', 'createdBy'];

  declare id: string;
  declare policyId: string;
  declare type: string;
  declare label: string | null;
  declare description: string | null;
  declare effectiveDate: string | null;
  declare triggerRequestId: string | null;
  declare data: JsonObject;
  declare createdAt: Date;
  declare createdBy: JsonObject | null;
}
