import { Model, type RelationMappings } from 'objection';
import type { AssistantTerms } from '../../domain/assistants/terms.js';
import { BaseModel } from './base.js';
import { Organization } from './organization.js';
import { visibilityOf } from './visibility.js';

/** An API access key (spec 5). Only its holder knows the secret. */
export class ApiKey extends BaseModel {
  static override tableName = 'api_keys';
  static override jsonAttributes = ['assistant'];
  static override modifiers = { visibleTo: visibilityOf('api_keys') };
  static override relationMappings: () => RelationMappings = () => ({
    organization: {
      relation: Model.BelongsToOneRelation,
      modelClass: Organization,
      join: { from: 'api_keys.organization_id', to: 'organizations.id' },
    },
  });

  declare id: string;
  declare organizationId: string;
  declare key: string;
  declare secretSha256: Buffer;
  /** The secret before the last rotation, for as long as both are valid. */
  declare previousSecretSha256: Buffer | null;
  declare previousSecretUntil: Date | null;
  declare label: string;
  declare permissions: string[];
  declare roles: string[];
  /** Null if it is not restricted to event types. */
  declare eventTypes: string[] | null;
  /** Null if it is not restricted to products. */
  declare productIds: string[] | null;
  /** Null if it is not for assistants. */
  declare assistant: AssistantTerms | null;
  declare createdAt: Date;
  /** Null if it does not expire. */
  declare expiresAt: Date | null;
  /** To the minute; of a list only. */
  declare lastUsedAt?: Date | null;
  declare revokedAt: Date | null;

  declare organization?: Organization;
}
