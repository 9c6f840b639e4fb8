import type { PlanTerms } from '../../../domain/billing/plan-terms.js';
import { addDays, utcDate } from '../../../domain/ground/calendar.js';
import type { Term } from '../../../domain/ground/term.js';
import { type PolicySettings, policySettingsOf } from '../../../domain/policy/policy-settings.js';
import { movePolicy, type PolicyState } from '../../../domain/policy/policy-state.js';
import { upcoming } from '../../../domain/policy/upcoming.js';
import { LifeDraft, type LifeSettings } from './draft.js';
import { cancel, endorse, issue, nonRenew, note, renew } from './life-changes.js';
import type { Random } from './random.js';
import { type Risk, termsOf } from './risks.js';

/** The events of one policy up to today, calculated with the service's own arithmetic. */
export interface Life {
  draft: LifeDraft;
  /** Of the current term, decimal text. */
  premium: string;
  state: PolicyState;
  /** The day of the service's next check; tasks due by today count as done. */
  nextLookOn: string;
  status: string;
}

const mostTerms = 4;
const plans = [
  ['FULL_PAYMENT', 55],
  ['MONTHLY', 24],
  ['BI_ANNUALLY', 10],
  ['ANNUALLY', 6],
  ['FINANCE', 5],
] as const;

/** The life of one policy of a risk. */
export function lifeOf(random: Random, risk: Risk, begunOn: string, settings: LifeSettings): Life {
  const policySettings = policySettingsOf(risk.product.version.definition);
  const plan = planOf(random, policySettings);
  const draft = new LifeDraft(random, risk, {
    ...settings,
    ...{ begunOn, plan, policySettings },
    term: termOf(random, risk),
  });
  issue(draft);
  while (draft.hasEnded() && draft.termNumber < mostTerms && random.chance(0.82)) renew(draft);
  if (random.chance(0.13)) endorse(draft);
  if (random.chance(0.07)) cancel(draft);
  if (random.chance(0.08)) note(draft);
  if (draft.hasEnded() && draft.cancelledOn === null) nonRenew(draft);
  return finished(draft);
}

function termOf(random: Random, { product }: Risk): Term {
  const offered = termsOf(product);
  return offered.includes('HALF_YEAR') && random.chance(0.1) ? 'HALF_YEAR' : 'ANNUAL';
}

function planOf(random: Random, { paymentPlans }: PolicySettings): PlanTerms {
  const offered = plans.flatMap(([plan, weight]) => {
    const terms = paymentPlans.find((terms) => terms.plan === plan);
    return terms ? [[terms, weight] as const] : [];
  });
  return random.weighted(offered);
}

/** The life with all payments made by today, and the resulting state of the policy. */
function finished(draft: LifeDraft): Life {
  const { today, plan } = draft.settings;
  const byFinanceCompany = plan.plan === 'FINANCE';
  const discipline = byFinanceCompany || draft.random.chance(0.93) ? 1 : 0.6;
  const isWaiting = byFinanceCompany && utcDate(draft.issuedAt) > addDays(today, -20);
  const { status, balance } = draft.account.settleUp({ discipline: isWaiting ? 0 : discipline });
  const balanced = Number(balance) === 0;
  const state = stateOf(draft, balanced);
  const { premium } = draft.term();
  draft.events.sort((a, b) => a.at.getTime() - b.at.getTime());
  return { draft, premium, status, state, nextLookOn: nextLookOn(draft, { state, balanced }) };
}

function stateOf(
  { settings, account, cancelledOn, expirationDate }: LifeDraft,
  balanced: boolean,
): PolicyState {
  const { today, plan, policySettings } = settings;
  const isFinanced = plan.plan === 'FINANCE' && account.payments.length === 0;
  const begun = stateAfter(null, isFinanced ? 'ISSUED_ON_FINANCE' : 'ISSUED', {
    balanced: false,
    cancelled: false,
  });
  const end = cancelledOn ?? expirationDate;
  if (begun !== 'ACTIVE' || end > today) return begun;
  const cancelled = cancelledOn !== null;
  const ended = stateAfter(begun, cancelled ? 'CANCELLED' : 'EXPIRED', { balanced, cancelled });
  if (ended !== 'SETTLED' || addDays(end, policySettings.closeAfterDays) > today) return ended;
  return stateAfter(ended, 'CLOSED', { balanced, cancelled });
}

function stateAfter(
  state: PolicyState | null,
  by: Parameters<typeof movePolicy>[1],
  standing: { balanced: boolean; cancelled: boolean },
): PolicyState {
  const move = movePolicy({ state, ...standing }, by);
  if (!move.moved) throw new Error(move.reason);
  return move.to;
}

function nextLookOn(
  { settings, account, termNumber, effectiveDate, expirationDate, cancelledOn, nonRenewed }: LifeDraft,
  { state, balanced }: { state: PolicyState; balanced: boolean },
): string {
  const plan = upcoming(
    {
      today: settings.today,
      ...{ policyState: state, balanced, termNumber, effectiveDate, expirationDate, cancelledOn, nonRenewed },
      cancellationNoticeOn: null,
      noticeStatementIds: null,
      state: null,
      renewalQuoteId: null,
      timesChanged: 0,
      returnedPayments: 0,
      takesEffectOn: null,
      issuedOn: effectiveDate,
      settledOn: expirationDate,
      statements: account.statements.map((statement) => ({
        ...statement,
        billingDate: statement.data.billingDate,
        isMoved: false,
      })),
    },
    settings.policySettings,
  );
  return plan.find(({ on }) => on > settings.today)?.on ?? addDays(settings.today, 3_650);
}
