import { BaseModel } from './base.js';

/** The `triggerRequestId` of an event whose key is another one, since another organization has an event with the id. */
export class EventKey extends BaseModel {
  static override tableName = 'event_keys';
  static override idColumn = 'trigger_request_id';

  declare triggerRequestId: string;
  declare organizationId: string;
  declare publicId: string;
}
