import type { Knex } from 'knex';
import { type Instalment, instalmentsOf } from '../../domain/billing/instalments.js';
import { chargesOf } from '../../domain/billing/payment-options.js';
import type { PaymentPlan } from '../../domain/billing/payment-plan.js';
import { planTermsOf } from '../../domain/billing/plan-terms.js';
import { owedBack } from '../../domain/billing/refund.js';
import { laterOf } from '../../domain/ground/calendar.js';
import { endOfTerm, type Term } from '../../domain/ground/term.js';
import type { PolicyToForesee } from '../../domain/policy/foresee.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { eventOfTask, type PlannedStatement, upcoming } from '../../domain/policy/upcoming.js';
import { standingOfPolicy } from '../billing/settle-account.js';
import { statementIdOf } from '../billing/statements.js';
import { firedByService } from '../events/event-keys.js';
import type { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import { Statement } from '../models/statement.js';
import { type PlanningBy, readNotice, readPolicyToPlan } from './read-plan.js';

/** The data that determine what a policy's workflow will do, with the quotes of its renewal. */
export async function readPolicyToForesee(
  db: Knex,
  policy: Policy,
  { begunOn, ...by }: PlanningBy & { begunOn: string },
): Promise<{ policy: PolicyToForesee; renewal: Quote | undefined }> {
  const { now, settings } = by;
  const { id: policyId, renewalQuoteId, lastRenewalQuoteId, renewalWaits } = policy;
  const plan = await readPolicyToPlan(db, policy, by);
  const keys = new Map(
    upcoming(plan, settings).flatMap((task) => {
      const id = eventOfTask(policyId, task);
      return id === undefined ? [] : [[id, task.key]];
    }),
  );
  const fired = await firedByService(db, [policy.sellerOrganizationId], [...keys.keys()]);
  const charged = await Statement.query(db).where({ policy_id: policyId, kind: 'LATE_FEE' }).select('data');
  const { balance, paid } = await standingOfPolicy(db, policyId, plan.today);
  const quoteId = renewalQuoteId ?? lastRenewalQuoteId;
  const renewal = quoteId === null ? undefined : await Quote.query(db).findById(quoteId);
  const notice = policy.cancellationNoticeOn === null ? undefined : await readNotice(db, policyId);
  return {
    renewal,
    policy: {
      ...plan,
      fired: new Set(fired.map(({ id }) => keys.get(id) ?? id)),
      renewalQuoteId,
      renewalWaits,
      noticeId: notice?.id ?? null,
      isOwedBack: Number(owedBack({ balance, paid, onItsWay: '0' })) > 0,
      chargedLate: new Set(charged.map(({ data }) => String(data.statementId))),
      dueDays: planOf(policy, settings)?.dueDays ?? 0,
      nextTerm: nextTermOf(policy, {
        settings,
        renewal: renewalQuoteId === null ? undefined : renewal,
        begunOn,
        today: now.today,
      }),
    },
  };
}

/** By the payment plan of the ending term or, if the product no longer offers that, its first one. */
const planOf = ({ paymentPlan }: Policy, settings: PolicySettings) =>
  planTermsOf(settings, paymentPlan as PaymentPlan) ?? planTermsOf(settings);

/** The next term as it is renewed: by the held quote, or else as long as the current one and with unknown amounts. */
function nextTermOf(
  policy: Policy,
  {
    settings,
    renewal,
    begunOn,
    today,
  }: { settings: PolicySettings; renewal: Quote | undefined; begunOn: string; today: string },
): PolicyToForesee['nextTerm'] {
  const effectiveDate = policy.expirationDate;
  const until = endOfTerm(effectiveDate, renewal?.term ?? (policy.premiumTerm as Term), begunOn);
  const plan = planOf(policy, settings);
  if (renewal === undefined || plan === undefined) return { until, statements: [] };
  const on = laterOf(effectiveDate, today);
  const charges = chargesOf({ ...renewal, effectiveDate }, settings.currency);
  return { until, statements: instalmentsOf(plan, charges, on).map((one) => statementOf(policy, one, on)) };
}

/** The first installment is billed when the term begins. */
function statementOf(
  { id: policyId, termNumber }: Policy,
  { number, amount, billingDate, dueDate }: Instalment,
  on: string,
): PlannedStatement {
  return {
    id: statementIdOf({ policyId, termNumber: termNumber + 1, number }),
    kind: 'INSTALMENT',
    state: 'SCHEDULED',
    billingDate: number === 1 ? on : billingDate,
    dueDate,
    amount,
    paidAmount: '0.00',
    isMoved: false,
  };
}
