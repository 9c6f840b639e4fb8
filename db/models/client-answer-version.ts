import type { AnswerMap } from '../../domain/intake/answers.js';
import { BaseModel } from './base.js';

/**
 * A client's answers from `validFrom` until just before `validUntil`. Rows are only ever added; the ranges of
 * a client have no gaps, up to the `answersValidFrom` of its current row.
 */
export class ClientAnswerVersion extends BaseModel {
  static override tableName = 'client_answer_history';
  static override idColumn = ['client_id', 'valid_from'];
  static override jsonAttributes = ['answers'];

  declare clientId: string;
  declare validFrom: Date;
  declare validUntil: Date;
  declare answers: AnswerMap;
}
