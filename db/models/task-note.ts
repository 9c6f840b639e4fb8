import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';

/** A note on a task, perhaps for some people. */
export class TaskNote extends BaseModel {
  static override tableName = 'task_notes';
  static override jsonAttributes = ['createdBy'];

  declare id: string;
  /** The order of notes. Text, because it is a `bigint`. */
  declare seq: string;
  declare taskId: string;
  declare text: string;
  /** Ids of people. */
  declare mentions: string[];
  declare createdAt: Date;
  declare createdBy: Author;
}
