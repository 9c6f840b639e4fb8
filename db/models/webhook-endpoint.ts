import { Model, type QueryBuilder, type RelationMappings } from 'objection';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';
import { WebhookCursor } from './webhook-cursor.js';
import { WebhookQueue } from './webhook-queue.js';

const ofOrganization = visibilityOf('webhook_endpoints');

/** A webhook endpoint of an organization. A deleted one is kept for its deliveries. */
export class WebhookEndpoint extends BaseModel {
  static override tableName = 'webhook_endpoints';
  static override relationMappings: () => RelationMappings = () => ({
    queue: {
      relation: Model.HasOneRelation,
      modelClass: WebhookQueue,
      join: { from: 'webhook_endpoints.id', to: 'webhook_queues.endpoint_id' },
    },
    cursor: {
      relation: Model.HasOneRelation,
      modelClass: WebhookCursor,
      join: { from: 'webhook_endpoints.id', to: 'webhook_cursors.endpoint_id' },
    },
  });
  static override modifiers = {
    /** The endpoints of an organization that are not deleted. */
    visibleTo(query: QueryBuilder<WebhookEndpoint>, organizationId: string) {
      ofOrganization(query, organizationId);
      query.whereNull('deleted_at');
    },
  };

  declare id: string;
  declare organizationId: string;
  /** Empty for an endpoint that is polled: nothing is sent to it. */
  declare url: string;
  declare description: string;
  /** Empty for every type. */
  declare eventTypes: string[];
  declare active: boolean;
  /** Why the service disabled it. */
  declare disabledReason: string | null;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare deletedAt: Date | null;
  declare queue?: WebhookQueue;
  declare cursor?: WebhookCursor;
}
