import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** An element of a full policy's history (spec 2.6, `events`). */
export class PolicyEvent extends BaseModel {
  static override tableName = 'policy_events';
  static override jsonAttributes = ['data', 'createdBy'];

  id!: string;
  policyId!: string;
  type!: string;
  label!: string | null;
  description!: string | null;
  effectiveDate!: string | null;
  triggerRequestId!: string | null;
  data!: JsonObject;
  createdAt!: Date;
  createdBy!: JsonObject | null;
  /** The order of recording, of those of one moment, too. Text, because it is a `bigint`. */
  seq!: string;
}
