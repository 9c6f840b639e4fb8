import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** A message of an external system for a waiting action (spec 4.11); the first one counts. */
export class InboundMessage extends BaseModel {
  static override tableName = 'inbound_messages';
  static override jsonAttributes = ['payload'];

  declare id: string;
  declare requestId: string;
  declare triggerRequestId: string;
  declare actionId: string;
  declare payload: JsonObject;
  declare payloadSha256: string;
  declare receivedAt: Date;
}
