import type { QueryBuilder } from 'objection';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

const ofOrganization = visibilityOf('webhook_endpoints');

/** Where an organization has notifications sent to. A deleted one stays for its deliveries. */
export class WebhookEndpoint extends BaseModel {
  static override tableName = 'webhook_endpoints';
  static override modifiers = {
    /** Those of an organization that are not deleted. */
    visibleTo(query: QueryBuilder<WebhookEndpoint>, organizationId: string) {
      ofOrganization(query, organizationId);
      query.whereNull('deleted_at');
    },
  };

  declare id: string;
  declare organizationId: string;
  declare url: string;
  declare description: string;
  /** None: every type. */
  declare eventTypes: string[];
  declare active: boolean;
  /** Why the service itself switched it off. */
  declare disabledReason: string | null;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare deletedAt: Date | null;
}
