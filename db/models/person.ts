import { Model, type RelationMappings } from 'objection';
import { BaseModel } from './base.js';
import { Organization } from './organization.js';
import { visibilityOf } from './visibility.js';

/** A user of an organization, who signs in with a user id and a password, or through an identity provider. */
export class Person extends BaseModel {
  static override tableName = 'people';
  static override modifiers = { visibleTo: visibilityOf('people') };
  static override relationMappings: () => RelationMappings = () => ({
    organization: {
      relation: Model.BelongsToOneRelation,
      modelClass: Organization,
      join: { from: 'people.organization_id', to: 'organizations.id' },
    },
  });

  declare id: string;
  declare organizationId: string;
  /** Unique in the installation, regardless of case. */
  declare userId: string;
  declare firstName: string;
  declare lastName: string;
  declare email: string | null;
  /** An argon2id hash in PHC format; null: the person has no password. */
  declare passwordHash: string | null;
  declare permissions: string[];
  declare roles: string[];
  /** Tokens of an earlier generation are refused. */
  declare tokenGeneration: number;
  declare createdAt: Date;
  declare disabledAt: Date | null;

  declare organization?: Organization;
}
