import { Model, type RelationMappings } from 'objection';
import type { AssistantAccess } from '../../domain/assistants/consent.js';
import type { AssistantTerms } from '../../domain/assistants/terms.js';
import { BaseModel } from './base.js';
import { Person } from './person.js';
import type { SignInMethod } from './session.js';

/** What a person allows an assistant. Its row is deleted when it ends. */
export class AssistantGrant extends BaseModel {
  static override tableName = 'assistant_grants';
  static override jsonAttributes = ['terms'];
  static override relationMappings: () => RelationMappings = () => ({
    person: {
      relation: Model.BelongsToOneRelation,
      modelClass: Person,
      join: { from: 'assistant_grants.person_id', to: 'people.id' },
    },
  });

  declare id: string;
  declare personId: string;
  /** Of the person at the consent: grants of an earlier generation count no more. */
  declare tokenGeneration: number;
  declare clientId: string;
  /** As the program calls itself. */
  declare assistant: string;
  declare redirectUri: string;
  declare access: AssistantAccess;
  declare terms: AssistantTerms;
  /** How the person had signed in. */
  declare method: SignInMethod;
  declare createdAt: Date;
  declare lastUsedAt: Date;
  /** Unless it is used before. */
  declare endsAt: Date;
  /** However much it is used. */
  declare endsBy: Date;

  declare person?: Person;
}
