/** Notifications of changes, beside those of the ends of events. */
export const changeNoticeTypes = [
  'CLIENT_CHANGED',
  'QUOTE_CHANGED',
  'POLICY_CHANGED',
  'POLICY_EXPIRED',
  'POLICY_SETTLED',
  'REINSTATEMENT_REFUSED',
  'STATEMENT_PAST_DUE',
  'HOLD_DECLARED',
  'HOLD_CHANGED',
  'HOLD_ENDED',
  'TASK_CREATED',
  'TASK_CHANGED',
  'TASK_COMPLETED',
  'MAIL_SENT',
  'MAIL_FAILED',
  'MAIL_BOUNCED',
  'MAIL_CHANGED',
] as const;
export type ChangeNoticeType = (typeof changeNoticeTypes)[number];

/** The records that notifications of changes are about; what else changes is of one of them. */
export const noticeSubjects = ['CLIENT', 'QUOTE', 'POLICY', 'HOLD', 'TASK', 'MAIL'] as const;
export type NoticeSubject = (typeof noticeSubjects)[number];

/** What one transaction changed of a record. */
export interface ChangeOfSubject {
  subject: NoticeSubject;
  /** What it became, as the database noted it. */
  became: readonly ChangeNoticeType[];
  /** The endpoint is notified of the event that made the change, with the record. */
  isToldByEvent: boolean;
}

/** What an endpoint is notified of: what the record became, else that it changed, unless the event says so. */
export function noticesOfChange({ subject, became, isToldByEvent }: ChangeOfSubject): ChangeNoticeType[] {
  if (became.length > 0) return [...new Set(became)];
  return isToldByEvent ? [] : [`${subject}_CHANGED`];
}

/** Whether an endpoint with these types is notified of one; without types, of every one. */
export const subscribesTo = (eventTypes: readonly string[], type: string): boolean =>
  eventTypes.length === 0 || eventTypes.includes(type);

/** Whether it is notified of any change. */
export const subscribesToChanges = (eventTypes: readonly string[]): boolean =>
  changeNoticeTypes.some((type) => subscribesTo(eventTypes, type));
