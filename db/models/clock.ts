import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

export const clockStates = ['READY', 'ADVANCING'] as const;
export type ClockState = (typeof clockStates)[number];

/** A test clock, which gives the business time of the clients that are bound to it. */
export class Clock extends BaseModel {
  static override tableName = 'clocks';
  static override jsonAttributes = ['createdBy'];
  static override modifiers = { visibleTo: visibilityOf('clocks') };

  declare id: string;
  declare organizationId: string;
  declare name: string;
  /** The time that it shows. */
  declare businessTime: Date;
  declare state: ClockState;
  /** Of the advance under way, or of the last one. */
  declare advancesFrom: Date | null;
  declare advancesTo: Date | null;
  /** Waits for outside systems end when the clock passes their end. */
  declare waitsTimeOut: boolean;
  /** What holds an advance up. */
  declare problem: string | null;
  declare createdAt: Date;
  declare createdBy: Author;
  declare updatedAt: Date;
}
