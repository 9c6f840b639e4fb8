import type { ActState } from '../../domain/assistants/act.js';
import type { Author } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** What an assistant previewed, and what became of it. */
export class AssistantAct extends BaseModel {
  static override tableName = 'assistant_acts';
  static override modifiers = { visibleTo: visibilityOf('assistant_acts') };
  static override jsonAttributes = ['author', 'input', 'operation', 'decidedBy', 'result'];

  declare id: string;
  declare organizationId: string;
  /** The API key, the grant or the person whose act it is. */
  declare holder: string;
  declare author: Author;
  declare tokenSha256: Buffer;
  declare tool: string;
  declare operationId: string;
  /** Of the tool, and what it is carried out with; null once it is over. */
  declare input: JsonObject | null;
  declare operation: JsonObject | null;
  /** A hash of what it was made of: it is compared before the act. */
  declare basis: string;
  declare title: string;
  /** Markdown. */
  declare changes: string;
  /** What it moves, not negative; null: nothing. */
  declare money: string | null;
  declare currency: string | null;
  declare clientId: string | null;
  declare quoteId: string | null;
  declare policyId: string | null;
  declare state: 'PREVIEWED' | ActState;
  declare createdAt: Date;
  /** Of the token, then of the wait for a person. */
  declare expiresAt: Date;
  /** Null: it was previewed only. */
  declare actedAt: Date | null;
  /** The organization's day on which it counts. */
  declare countedOn: string | null;
  declare touchedAt: Date;
  /** When its operation was begun: from then on it is finished, whatever has changed. */
  declare begunAt: Date | null;
  /** When a person released or refused it, and who. */
  declare decidedAt: Date | null;
  declare decidedBy: Author | null;
  declare reason: string | null;
  declare endedAt: Date | null;
  /** In words. */
  declare outcome: string | null;
  declare result: JsonObject | null;
}
