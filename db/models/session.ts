import { Model, type RelationMappings } from 'objection';
import { BaseModel } from './base.js';
import { Person } from './person.js';

/** How a person signed in. */
export type SignInMethod = 'PASSWORD' | 'SINGLE_SIGN_ON';

/** A person's session in a browser. Its row is deleted when it ends. */
export class Session extends BaseModel {
  static override tableName = 'sessions';
  static override relationMappings: () => RelationMappings = () => ({
    person: {
      relation: Model.BelongsToOneRelation,
      modelClass: Person,
      join: { from: 'sessions.person_id', to: 'people.id' },
    },
  });

  declare id: string;
  /** Only the browser has the secret. */
  declare secretSha256: Buffer;
  declare personId: string;
  /** Of the person at the sign-in: sessions of an earlier generation are refused. */
  declare tokenGeneration: number;
  declare method: SignInMethod;
  declare address: string;
  declare userAgent: string;
  declare createdAt: Date;
  declare lastUsedAt: Date;
  /** However much it is used. */
  declare endsAt: Date;

  declare person?: Person;
}
