import { Model, type RelationMappings } from 'objection';
import type { Author } from '../../domain/ground/author.js';
import type { TaskMaker, TaskPriority } from '../../domain/tasks/task.js';
import { BaseModel } from './base.js';
import { Person } from './person.js';
import { visibilityOf } from './visibility.js';

/** Something that a person or a role of an organization has to do. It is open until it is completed. */
export class Task extends BaseModel {
  static override tableName = 'tasks';
  static override jsonAttributes = ['createdBy', 'givenBy', 'completedBy'];
  static override modifiers = { visibleTo: visibilityOf('tasks') };
  static override relationMappings: () => RelationMappings = () => ({
    person: {
      relation: Model.BelongsToOneRelation,
      modelClass: Person,
      join: { from: 'tasks.person_id', to: 'people.id' },
    },
  });

  declare id: string;
  declare organizationId: string;
  declare madeBy: TaskMaker;
  declare title: string;
  /** Of what it is about, which may be the client itself. */
  declare clientId: string | null;
  declare quoteId: string | null;
  declare policyId: string | null;
  declare triggerRequestId: string | null;
  declare clockId: string | null;
  /** Null: anybody of the role, or of the organization. */
  declare personId: string | null;
  /** When its owner got it, and from whom; null also of those of before. */
  declare givenAt: Date | null;
  declare givenBy: Author | null;
  declare role: string | null;
  /** `YYYY-MM-DD`. */
  declare dueOn: string | null;
  declare priority: TaskPriority;
  /** What completes it by itself. */
  declare waitsFor: string | null;
  declare createdAt: Date;
  declare createdBy: Author;
  declare updatedAt: Date;
  declare version: number;
  declare completedAt: Date | null;
  declare completedBy: Author | null;
  /** Why it is done, where the service says so. */
  declare completion: string | null;

  declare person?: Person | null;
}
