import { z } from 'zod';
import { days } from '../billing/plan-terms.js';
import { addDays } from '../ground/calendar.js';
import type { Objection } from '../ground/objection.js';
import type { AnswerMap } from '../intake/answers.js';

/** The grounds of a cancellation, on which the days of notice depend. */
export const cancellationGrounds = ['NON_PAYMENT', 'UNDERWRITING', 'INSURED_REQUEST'] as const;
export const cancellationGround = z.enum(cancellationGrounds);
export type CancellationGround = z.output<typeof cancellationGround>;

const noticeDays = z
  .strictObject({
    days: days(365).default(0).describe('Days from the notice to the cancellation, at least.'),
    states: z
      .record(z.string().min(1), days(365))
      .default({})
      .describe('The same for single states, by the answer to `stateQuestion`.'),
  })
  .prefault({});

/** `policy.cancellation.notice`: the notice that a policyholder is given. */
export const cancellationNotice = z.strictObject({
  stateQuestion: z
    .string()
    .min(1)
    .optional()
    .describe('The id of the question whose answer is the state of the policy, such as `client.state`.'),
  sentBy: z.string().min(1).default('First-class mail').describe('How notices are sent, as they print it.'),
  reasonRequired: z
    .boolean()
    .default(false)
    .describe('Whether the issuer must give a reason for a notice or a cancellation.'),
  days: z
    .strictObject({
      NON_PAYMENT: noticeDays.describe('For non-payment.'),
      UNDERWRITING: noticeDays.describe('For a reason of the insurer, and where it gives none.'),
      INSURED_REQUEST: noticeDays.describe('At the request of the insured.'),
    })
    .prefault({})
    .describe('The days of notice by ground and state.'),
});

/** A cancellation reason, as far as a notice depends on it. */
export interface NoticeReason {
  configId: string;
  title: string;
  ground: CancellationGround;
  code?: string | undefined;
  noticeDays?: number | undefined;
}

/** The settings of cancellation that notices depend on. */
export interface NoticeSettings {
  reasons: readonly NoticeReason[];
  notice: z.output<typeof cancellationNotice>;
}

/** The days of notice that a cancellation needs at least. A reason's own days apply in every state. */
export function leastNotice(
  { notice }: NoticeSettings,
  {
    ground,
    reason,
    state,
  }: { ground: CancellationGround; reason?: NoticeReason | undefined; state: string | null },
): number {
  const { days: usual, states } = notice.days[ground];
  const ofState = state !== null && Object.hasOwn(states, state) ? states[state] : undefined;
  return reason?.noticeDays ?? ofState ?? usual;
}

/** The first day that a cancellation can have when its notice is given today. */
export function earliestCancellation(
  settings: NoticeSettings,
  given: Parameters<typeof leastNotice>[1] & { today: string },
): string {
  return addDays(given.today, leastNotice(settings, given));
}

/** The reason that the service's own notices for non-payment have: the product's first one. */
export const nonPaymentReason = ({ reasons }: NoticeSettings): NoticeReason | undefined =>
  reasons.find(({ ground }) => ground === 'NON_PAYMENT');

/** Why a cancellation or its notice gives too few days; null if it gives enough. */
export function whyNotShortNotice(
  settings: NoticeSettings,
  given: {
    ground: CancellationGround;
    reason: NoticeReason | undefined;
    state: string | null;
    today: string;
    effectiveDate: string;
  },
): Objection | null {
  const { reason, ground, state, effectiveDate } = given;
  const least = leastNotice(settings, given);
  const earliest = earliestCancellation(settings, given);
  if (least === 0 || effectiveDate >= earliest) return null;
  const where = state === null || reason?.noticeDays !== undefined ? '' : ` in ${state}`;
  const why = reason?.title ?? groundTitles[ground];
  const late = `${why}: the policy can be canceled from ${earliest} at the earliest, after ${least} days of notice${where}`;
  return {
    reason: `${late}${reason === undefined ? insteadOf(settings, ground) : ''}`,
    field: 'effectiveDate',
  };
}

/** Without a reason, a cancellation by the insurer is on its own ground; the insured's request is a reason to name. */
function insteadOf({ reasons }: NoticeSettings, ground: CancellationGround): string {
  const requests = reasons.filter((one) => one.ground === 'INSURED_REQUEST');
  if (ground === 'INSURED_REQUEST' || requests.length === 0) return '';
  return `. If the insured has asked for it, name the reason: ${namesOf(requests)}`;
}

function namesOf(reasons: readonly NoticeReason[]): string {
  return reasons.map(({ configId, title }) => `${configId} (${title})`).join(', ');
}

/** Why an issuer's cancellation needs a reason; null if it has one or needs none. */
export function whyNotNoReason(
  { notice, reasons }: NoticeSettings,
  { reason, byIssuer, field }: { reason: NoticeReason | undefined; byIssuer: boolean; field: string },
): Objection | null {
  if (!notice.reasonRequired || !byIssuer || reason !== undefined) return null;
  return { reason: `the product requires a reason: use one of ${namesOf(reasons)}`, field };
}

/** The reason as notices print it, where the product has no title for it. */
export const groundTitles: { readonly [ground in CancellationGround]: string } = {
  NON_PAYMENT: 'Non-payment of premium',
  UNDERWRITING: 'Underwriting',
  INSURED_REQUEST: 'At the request of the insured',
};

/** The state of a policy by its answers; null if the product names no question for it, or it has no answer. */
export function stateOf(
  { cancellation }: { cancellation: NoticeSettings },
  answers: AnswerMap,
): string | null {
  const { stateQuestion } = cancellation.notice;
  const answer = stateQuestion === undefined ? undefined : answers[stateQuestion];
  return answer?.type === 'ANSWER' && answer.answer !== '' ? answer.answer : null;
}
