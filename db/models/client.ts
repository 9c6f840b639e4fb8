import { raw } from 'objection';
import type { ClientStatus, ClientType } from '../../domain/client/client.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { BaseModel, columnsOf } from './base.js';
import { visibilityOf } from './visibility.js';

/** A client's current profile and answers (spec 2.2). Earlier answers are in {@link ClientAnswerVersion}. */
export class Client extends BaseModel {
  static override tableName = 'clients';
  static override jsonAttributes = ['answers'];
  static override modifiers = { visibleTo: visibilityOf('clients') };

  id!: string;
  organizationId!: string;
  /** The test clock that gives its business time, for good. */
  clockId!: string | null;
  name!: string | null;
  type!: ClientType;
  status!: ClientStatus;
  locationCode!: string | null;
  /** The tag of the language that it prefers, such as `es-MX`. */
  language!: string | null;
  answers!: AnswerMap;
  answersValidFrom!: Date;
  createdAt!: Date;
  updatedAt!: Date;
  /** Where it was read: text of digits, which every change of its profile or answers changes. */
  declare version?: string;
  /** Erased clients are visible to nobody. */
  erasedAt!: Date | null;
  /** Of an erased client: the last day of the next policy whose retention ends; null if none are kept. */
  keptUntil!: string | null;
}

/** The columns with the `version`: the time of the last change in microseconds. */
export const clientWithVersion = [
  columnsOf(Client),
  raw('(extract(epoch from clients.updated_at) * 1000000)::bigint::text').as('version'),
];
