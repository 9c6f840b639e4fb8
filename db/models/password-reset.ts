import { Model, type RelationMappings } from 'objection';
import { BaseModel } from './base.js';
import { Person } from './person.js';

/** A link by which a person chooses another password, once. */
export class PasswordReset extends BaseModel {
  static override tableName = 'password_resets';
  static override idColumn = 'secret_sha256';
  static override relationMappings: () => RelationMappings = () => ({
    person: {
      relation: Model.BelongsToOneRelation,
      modelClass: Person,
      join: { from: 'password_resets.person_id', to: 'people.id' },
    },
  });

  /** Only the mail has the token. */
  declare secretSha256: Buffer;
  declare personId: string;
  /** Of the person when it was asked for: links of an earlier generation are refused. */
  declare tokenGeneration: number;
  declare expiresAt: Date;

  declare person?: Person;
}
