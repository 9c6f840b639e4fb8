import { BaseModel } from './base.js';

/** What a source of data answered to one request of an event, or why it did not. */
export class DataLookup extends BaseModel {
  static override tableName = 'data_lookups';
  static override jsonAttributes = ['values'];

  declare id: string;
  declare triggerRequestId: string;
  declare actionId: string;
  /** Null: of the risk as a whole. */
  declare iterationId: string | null;
  /** For whom it was asked; nobody else uses the answer. */
  declare organizationId: string;
  declare clientId: string | null;
  declare clockId: string | null;
  declare endpoint: string;
  declare requestHash: string;
  declare responseHash: string | null;
  /** The answers that it fills, by question id. */
  declare values: Record<string, string>;
  declare failure: string | null;
  /** By the business time of the event; of an answer that is used again, when the source gave it. */
  declare answeredAt: Date | null;
  declare reusedFrom: string | null;
  declare askedAt: Date;
}
