import type { JsonObject } from '../../domain/ground/json.js';
import type { ChangeNoticeType } from '../../domain/webhooks/change-notices.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** What a change is of. Components are part of their package's quote. */
export const changeKinds = [
  'CLIENT',
  'QUOTE',
  'POLICY',
  'STATEMENT',
  'PAYMENT',
  'REFUND',
  'LEDGER_ENTRY',
  'LEDGER_LINE',
  'DOCUMENT',
  'HOLD',
  'TASK',
  'MAIL',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A change of a record, as triggers note it. It holds ids only: what the record says is read with it. */
export class Change extends BaseModel {
  static override tableName = 'changes';
  static override jsonAttributes = ['createdBy'];
  static override modifiers = { visibleTo: visibilityOf('changes') };

  /** Its place in the order of commit: text, because it is a `bigint`. Null until somebody looks after its commit. */
  declare number: string | null;
  /** The transaction that made it: text, because it is an `xid8`. */
  declare transaction: string;
  declare kind: ChangeKind;
  /** A UUID; of a ledger line its number. */
  declare recordId: string;
  /** Of the record after the change: text, because it is a `bigint`. */
  declare version: string;
  /** It was deleted, or erased. */
  declare isDeleted: boolean;
  /** What a policy, statement or hold became, where a notification says so. */
  declare became: ChangeNoticeType[];
  /** Nobody is notified of it. */
  declare isSilent: boolean;
  declare organizationId: string;
  /** The other side of a policy or quote, which sees it, too. */
  declare otherOrganizationId: string | null;
  declare productId: string | null;
  declare clockId: string | null;
  declare triggerRequestId: string | null;
  declare createdBy: JsonObject | null;
  declare recordedAt: Date;
}
