import { en } from '../texts/en.js';
import { t } from '../texts/texts.js';
import type { EventType, NotifiedType } from './client.js';

/** What webhook endpoints are told of: the ends of events, and changes. */
export const notifiedTypes = Object.keys(en.eventTypes) as NotifiedType[];

const changes: Record<Exclude<NotifiedType, EventType>, true> = {
  CLIENT_CHANGED: true,
  QUOTE_CHANGED: true,
  POLICY_CHANGED: true,
  POLICY_EXPIRED: true,
  POLICY_SETTLED: true,
  REINSTATEMENT_REFUSED: true,
  STATEMENT_PAST_DUE: true,
  FILE_UPLOADED: true,
  FILE_CHANGED: true,
  FILE_DELETED: true,
  HOLD_DECLARED: true,
  HOLD_CHANGED: true,
  HOLD_ENDED: true,
  TASK_CREATED: true,
  TASK_CHANGED: true,
  TASK_COMPLETED: true,
  MAIL_SENT: true,
  MAIL_FAILED: true,
  MAIL_BOUNCED: true,
  MAIL_CHANGED: true,
};
export const eventTypes = notifiedTypes.filter((type): type is EventType => !(type in changes));

const isKnown = (type: string): type is NotifiedType => type in en.eventTypes;

/** What a type of event is called: `Payment received`; its own name if a later service has it. */
export const eventTitle = (type: string): string => (isKnown(type) ? t(`eventTypes.${type}.title`) : type);
/** What an event of a type does; `''` if a later service has it. */
export const eventSays = (type: string): string => (isKnown(type) ? t(`eventTypes.${type}.says`) : '');
/** Types to choose from, by their titles. */
export const typeChoices = <T extends NotifiedType>(types: readonly T[]): (readonly [T, string])[] =>
  types.map((type) => [type, eventTitle(type)] as const).toSorted(([, a], [, b]) => a.localeCompare(b));
