import { Decimal } from '../expression/index.js';
import { addDays } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import type { AnswerMap } from '../intake/answers.js';
import { amountIn } from '../money/amount-text.js';
import {
  type CancellationGround,
  groundTitles,
  type NoticeReason,
  type NoticeSettings,
} from './cancellation-notice.js';

/** A statement of which a notice for non-payment asks payment; decimal text. */
export interface UnpaidStatement {
  id: string;
  state: string;
  amount: string;
  paidAmount: string;
}

/** The statements that a notice for non-payment is about: those past due, or else those due. */
export function statementsOfNotice(statements: readonly UnpaidStatement[]): UnpaidStatement[] {
  const open = statements.filter(({ amount }) => Decimal.of(amount).greaterThan(0));
  const pastDue = open.filter(({ state }) => state === 'PAST_DUE');
  return pastDue.length > 0 ? pastDue : open.filter(({ state }) => state === 'DUE');
}

/** What a notice states and its event records; money is decimal text. */
export type NoticeRecord = {
  reason: string | null;
  reasonCode: string | null;
  ground: CancellationGround;
  /** The amount whose payment prevents the cancellation, and the last day for it; null on other grounds. */
  amountDue: string | null;
  payBy: string | null;
  /** The mailing record: to whom and where, when and how; the last two null by e-mail, which `NOTICE_DELIVERED` proves. */
  mailedTo: string | null;
  mailedAddress: string | null;
  mailedOn: string | null;
  mailedBy: string | null;
};

/** The record of a notice for the insured, on the day on which it is given. */
export function noticeRecord(
  { notice }: NoticeSettings,
  given: {
    ground: CancellationGround;
    reason: NoticeReason | undefined;
    label: string | undefined;
    unpaid: readonly UnpaidStatement[];
    /** Of its amounts. */
    currency: string;
    cancelledOn: string;
    today: string;
    insured: { name: string | null; answers: AnswerMap };
    backofficeIntake: JsonObject | undefined;
    /** Where it goes by mail instead of on paper, unless the back office says otherwise. */
    mailAddress?: string | null;
  },
): NoticeRecord {
  const { ground, reason, label, unpaid, currency, cancelledOn, today, insured, backofficeIntake } = given;
  const isUnpaid = ground === 'NON_PAYMENT' && unpaid.length > 0;
  const amountDue = unpaid.reduce(
    (sum, { amount, paidAmount }) => sum.plus(amount).minus(paidAmount),
    Decimal.of(0),
  );
  const { noticeSentBy } = backofficeIntake ?? {};
  const sentBy = typeof noticeSentBy === 'string' && noticeSentBy !== '' ? noticeSentBy : undefined;
  const mailAddress = sentBy === undefined ? (given.mailAddress ?? null) : null;
  return {
    reason: reason?.title ?? label ?? (ground === 'NON_PAYMENT' ? groundTitles[ground] : null),
    reasonCode: reason?.code ?? null,
    ground,
    amountDue: isUnpaid ? amountIn(currency, amountDue) : null,
    payBy: isUnpaid ? addDays(cancelledOn, -1) : null,
    mailedTo: insured.name,
    mailedAddress: mailAddress ?? addressOf(insured.answers),
    mailedOn: mailAddress === null ? today : null,
    mailedBy: mailAddress === null ? (sentBy ?? notice.sentBy) : null,
  };
}

/** The insured's postal address in one line; null if nothing of it is known. */
export function addressOf(answers: AnswerMap): string | null {
  const part = (name: string) => {
    const answer = answers[`client.${name}`];
    return answer?.type === 'ANSWER' && answer.answer !== '' ? answer.answer : undefined;
  };
  const region = [part('state'), part('zipcode')].filter(Boolean).join(' ');
  const lines = [part('address1'), part('address2'), part('city'), region].filter(Boolean);
  return lines.length === 0 ? null : lines.join(', ');
}
