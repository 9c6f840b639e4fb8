import { chargesOf } from '../../../domain/billing/payment-options.js';
import { returnPremium } from '../../../domain/policy/cancellation.js';
import { Cents } from '../../../domain/policy/cents.js';
import {
  addDays,
  dateOf,
  daysBetween,
  earlierOf,
  endOfTerm,
  laterOf,
  startOf,
} from '../../../domain/policy/days.js';
import { priceAmount } from '../../../domain/policy/endorsement.js';
import type { PolicyChange, PolicyChangeData } from '../../../domain/policy/policy-change.js';
import { movePolicy, type PolicyState } from '../../../domain/policy/policy-state.js';
import { currentTerm, historyOf, premiumOfTerm, termPremiumOn } from '../../../domain/policy/timeline.js';
import { upcoming } from '../../../domain/policy/upcoming.js';
import {
  type PlanTerms,
  type PolicySettings,
  policySettingsOf,
} from '../../../domain/product/policy-settings.js';
import type { Term } from '../../../domain/rating/plan.js';
import { BookAccount, type BookStatement } from './account.js';
import type { Random } from './random.js';
import { quotesOf, type Risk, termsOf } from './risks.js';

/** What happened to a policy, with the words that its events have. */
export interface LifeEvent {
  type: string;
  label: string;
  description?: string;
  effectiveDate: string;
  at: Date;
  data?: object;
  by?: object;
}

/** What a change charged or returned, in the ledger. */
export interface LifeEntry {
  premium: string;
  effectiveDate: string;
  termNumber: number;
  /** Which of the life's quotes it is of. */
  quote: number | null;
  statement: BookStatement | undefined;
  at: Date;
}

export interface LifeChange extends PolicyChange {
  termNumber: number;
  data: PolicyChangeData & { reason?: string };
}

type MadeQuote = ReturnType<typeof quotesOf>;

export interface LifeSettings {
  /** `YYYY-MM-DD`: nothing happens after it. */
  today: string;
  carrier: { id: string; name: string };
  sellerId: string;
  seed: string;
}

/** Everything that happened to one policy up to today, by the same arithmetic as the service's own. */
export interface Life {
  risk: Risk;
  sellerId: string;
  term: Term;
  termNumber: number;
  plan: PlanTerms;
  quotes: MadeQuote[];
  changes: LifeChange[];
  entries: LifeEntry[];
  events: LifeEvent[];
  account: BookAccount;
  begunOn: string;
  effectiveDate: string;
  expirationDate: string;
  cancelledOn: string | null;
  nonRenewed: boolean;
  premium: string;
  state: PolicyState;
  /** The day on which the service is to look after it again: what was to be done by today counts as done. */
  nextLookOn: string;
  status: string;
  issuedAt: Date;
}

const shortestLead = 1;
const plans = [
  ['FULL_PAYMENT', 55],
  ['MONTHLY', 24],
  ['BI_ANNUALLY', 10],
  ['ANNUALLY', 6],
  ['FINANCE', 5],
] as const;
const cancelReasons = [
  'Policyholder request',
  'Business sold',
  'Coverage placed elsewhere',
  'Non-payment of premium',
];
const endorsementLabels = [
  'Location added',
  'Limits changed',
  'Additional insured',
  'Payroll updated',
  'Vehicle added',
];
const notes = [
  'Called about the renewal.',
  'Asked for a certificate.',
  'Sent loss runs.',
  'Changed the contact person.',
];

/** The life of one policy of a risk. */
export function lifeOf(random: Random, risk: Risk, begunOn: string, settings: LifeSettings): Life {
  const { version } = risk.product;
  const policySettings = policySettingsOf(version.definition);
  const term = termOf(random, risk);
  const life = new LifeInTheMaking(random, risk, { ...settings, begunOn, term, policySettings });
  life.issue();
  while (life.hasEnded() && random.chance(0.82) && life.termNumber < 4) life.renew();
  if (random.chance(0.13)) life.endorse();
  if (random.chance(0.07)) life.cancel();
  if (random.chance(0.08)) life.note();
  return life.finished();
}

function termOf(random: Random, { product }: Risk): Term {
  const offered = termsOf(product);
  return offered.includes('HALF_YEAR') && random.chance(0.1) ? 'HALF_YEAR' : 'ANNUAL';
}

class LifeInTheMaking {
  termNumber = 0;
  readonly #random: Random;
  readonly #risk: Risk;
  readonly #settings: LifeSettings & { begunOn: string; term: Term; policySettings: PolicySettings };
  readonly #plan: PlanTerms;
  readonly #account: BookAccount;
  readonly #quotes: MadeQuote[] = [];
  readonly #changes: LifeChange[] = [];
  readonly #entries: LifeEntry[] = [];
  readonly #events: LifeEvent[] = [];
  readonly #issuedAt: Date;
  #effectiveDate: string;
  #expirationDate: string;
  #cancelledOn: string | null = null;
  #nonRenewed = false;

  constructor(
    random: Random,
    risk: Risk,
    settings: LifeSettings & { begunOn: string; term: Term; policySettings: PolicySettings },
  ) {
    this.#random = random;
    this.#risk = risk;
    this.#settings = settings;
    this.#account = new BookAccount(random, settings);
    this.#plan = planOf(random, settings.policySettings);
    this.#effectiveDate = settings.begunOn;
    this.#expirationDate = endOfTerm(settings.begunOn, settings.term);
    this.#issuedAt = this.#momentOn(
      earlierOf(addDays(settings.begunOn, -random.between(shortestLead, 40)), addDays(settings.today, -1)),
    );
  }

  issue(): void {
    this.#beginTerm('ISSUE', this.#issuedAt);
    this.#events.push({
      type: 'POLICY_ISSUED',
      label: 'Policy issued',
      effectiveDate: this.#effectiveDate,
      at: this.#issuedAt,
    });
  }

  renew(): void {
    this.#effectiveDate = this.#expirationDate;
    const { term, begunOn } = this.#settings;
    this.#expirationDate = endOfTerm(this.#effectiveDate, term, begunOn);
    const at = this.#momentOn(this.#effectiveDate);
    this.#beginTerm('RENEW', at);
    this.#events.push({
      type: 'POLICY_RENEWED',
      label: 'Policy renewed',
      effectiveDate: this.#effectiveDate,
      at,
    });
  }

  /** Whether the current term is over. */
  hasEnded(): boolean {
    return this.#expirationDate <= this.#settings.today;
  }

  endorse(): void {
    const day = this.#dayWithin(20);
    if (day === undefined) return;
    const { premium } = this.#term();
    const amount = Cents.of(premium).portion(this.#random.between(-60, 200), 1000).toAmount();
    if (Number(amount) === 0) return;
    const priced = priceAmount(this.#term().history, { from: day, amount });
    const at = this.#momentOn(day);
    this.#changes.push(
      this.#change('ENDORSE', day, at, {
        premiumChange: priced.premium,
        termPremium: priced.termPremium.after,
        data: { stretches: priced.stretches },
      }),
    );
    const label = this.#random.pick(endorsementLabels);
    const bill = {
      kind: 'ENDORSEMENT',
      termNumber: this.termNumber,
      premium: priced.premium,
      taxesAndFees: '0.00',
    } as const;
    const statement = this.#account.billChange(
      { ...bill, dueDays: this.#plan.dueDays, at },
      { effectiveDate: day, label },
    );
    this.#entry(priced.premium, day, { quote: null, statement, at });
    this.#events.push({
      type: 'ENDORSEMENT_ISSUED',
      label,
      description: `From ${day}, premium ${priced.premium}`,
      effectiveDate: day,
      at,
      data: { premium: Number(priced.premium) },
    });
  }

  cancel(): void {
    const day = this.#dayWithin(30);
    if (day === undefined) return;
    const { history } = this.#term();
    const { cancellation } = this.#settings.policySettings;
    const returns = returnPremium({
      layers: history.stretches,
      term: { from: history.effectiveDate, until: history.expirationDate },
      cancelledOn: day,
      method:
        cancellation.method === 'PRO_RATA'
          ? { method: 'PRO_RATA' }
          : { method: 'SHORT_RATE', penalty: cancellation.shortRatePenalty },
    });
    const at = this.#momentOn(day);
    const premiumChange = Cents.of(returns.returned).negated().toAmount();
    const reason = this.#random.pick(cancelReasons);
    this.#changes.push(
      this.#change('CANCEL', day, at, {
        premiumChange,
        termPremium: termPremiumOn(history, day),
        data: { ...returns, reason },
      }),
    );
    this.#cancelledOn = day;
    const { ids, ...unbilled } = this.#account.takeBack(day);
    const statement = this.#account.billChange(
      {
        kind: 'CANCELLATION',
        termNumber: this.termNumber,
        premium: Cents.of(unbilled.premium).plus(Cents.of(premiumChange)).toAmount(),
        taxesAndFees: unbilled.taxesAndFees,
        dueDays: this.#plan.dueDays,
        at,
      },
      { effectiveDate: day, returned: returns.returned, insteadOf: ids },
    );
    this.#entry(premiumChange, day, { quote: null, statement, at });
    this.#events.push({
      type: 'POLICY_CANCELED',
      label: 'Policy cancelled',
      description: `Cancelled from ${day}, returned premium ${returns.returned}`,
      effectiveDate: day,
      at,
      data: { reason, ...returns },
    });
  }

  note(): void {
    const { today } = this.#settings;
    const days = Math.max(0, daysBetween(dateOf(this.#issuedAt), today));
    const day = addDays(dateOf(this.#issuedAt), this.#random.between(0, days));
    const at = this.#momentOn(day);
    const description = this.#random.pick(notes);
    this.#events.push({
      type: 'NOTE',
      label: 'Note',
      description,
      effectiveDate: day,
      at,
      by: { name: 'Back office' },
    });
  }

  finished(): Life {
    const { policySettings, today, term, begunOn, sellerId } = this.#settings;
    if (this.hasEnded() && this.#cancelledOn === null) this.#nonRenew();
    const byFinanceCompany = this.#plan.plan === 'FINANCE';
    const discipline = byFinanceCompany || this.#random.chance(0.93) ? 1 : 0.6;
    const isWaiting = byFinanceCompany && dateOf(this.#issuedAt) > addDays(today, -20);
    const standing = this.#account.settleUp({ discipline: isWaiting ? 0 : discipline });
    const { premium } = this.#term();
    const balanced = Number(standing.balance) === 0;
    const state = this.#stateAt(balanced, policySettings.closeAfterDays);
    return {
      risk: this.#risk,
      ...{ sellerId, term, begunOn, premium },
      termNumber: this.termNumber,
      plan: this.#plan,
      quotes: this.#quotes,
      changes: this.#changes,
      entries: this.#entries,
      events: this.#events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      account: this.#account,
      effectiveDate: this.#effectiveDate,
      expirationDate: this.#expirationDate,
      cancelledOn: this.#cancelledOn,
      nonRenewed: this.#nonRenewed,
      state,
      nextLookOn: this.#nextLookOn(state, balanced),
      status: standing.status,
      issuedAt: this.#issuedAt,
    };
  }

  #beginTerm(kind: 'ISSUE' | 'RENEW', at: Date): void {
    const { term, carrier, sellerId } = this.#settings;
    this.termNumber += 1;
    const madeAt = new Date(at.getTime() - this.#random.between(1, 20) * 86_400_000);
    const made = quotesOf(this.#risk, {
      effectiveDate: this.#effectiveDate,
      term,
      madeAt,
      carrier,
      sellerId,
    });
    if (made.quote.outcome !== 'QUOTED') throw new Error('A risk that was quoted once is not quoted again.');
    if (kind === 'RENEW') made.quote.type = 'RENEWAL';
    this.#quotes.push(made);
    const premium = made.quote.premium ?? '0.00';
    this.#changes.push(
      this.#change(kind, this.#effectiveDate, at, {
        premiumChange: premium,
        termPremium: premium,
        data: { expirationDate: this.#expirationDate },
      }),
    );
    const charges = chargesOf(made.quote);
    const statement = this.#account.billTerm(this.#plan, charges, { number: this.termNumber, billedAt: at });
    this.#entry(premium, this.#effectiveDate, { quote: this.#quotes.length - 1, statement, at });
  }

  #nonRenew(): void {
    this.#nonRenewed = true;
    const at = this.#momentOn(
      laterOf(addDays(this.#expirationDate, -30), addDays(dateOf(this.#issuedAt), 1)),
    );
    const { history } = this.#term();
    const day = this.#expirationDate;
    const termPremium = history.stretches.at(-1)?.termPremium ?? '0.00';
    this.#changes.push(this.#change('NON_RENEW', day, at, { premiumChange: '0.00', termPremium, data: {} }));
    this.#events.push({ type: 'RENEWAL_CANCELLED', label: 'Not renewed', effectiveDate: day, at });
  }

  #change(
    kind: LifeChange['kind'],
    effectiveDate: string,
    recordedAt: Date,
    { premiumChange, termPremium, data }: Pick<LifeChange, 'premiumChange' | 'termPremium' | 'data'>,
  ): LifeChange {
    const seq = this.#changes.length + 1;
    const { termNumber } = this;
    return {
      seq,
      kind,
      effectiveDate,
      recordedAt,
      premiumChange,
      termPremium,
      termNumber,
      quoteId: null,
      answers: null,
      data,
    };
  }

  #entry(premium: string, effectiveDate: string, more: Pick<LifeEntry, 'quote' | 'statement' | 'at'>): void {
    if (Number(premium) === 0) return;
    this.#entries.push({ premium, effectiveDate, termNumber: this.termNumber, ...more });
  }

  #term() {
    const folded = historyOf(this.#changes);
    if (folded === null) throw new Error('A life begins with its first term.');
    const history = currentTerm(folded);
    return { history, premium: premiumOfTerm(history) };
  }

  /** A day of the current term so far, at least so many days after its begin; none where there is not. */
  #dayWithin(least: number): string | undefined {
    const end = earlierOf(addDays(this.#expirationDate, -1), this.#settings.today);
    const days = daysBetween(this.#effectiveDate, end);
    const changed = this.#changes.at(-1)?.effectiveDate ?? this.#effectiveDate;
    if (days < least) return undefined;
    return laterOf(changed, addDays(this.#effectiveDate, this.#random.between(least, days)));
  }

  #stateAt(balanced: boolean, closeAfterDays: number): PolicyState {
    const { today } = this.#settings;
    const paid = this.#account.payments.length > 0;
    const issued = this.#plan.plan === 'FINANCE' && !paid ? 'ISSUED_ON_FINANCE' : 'ISSUED';
    const begun = stateAfter(null, issued, { balanced: false, cancelled: false });
    const end = this.#cancelledOn ?? this.#expirationDate;
    if (begun !== 'ACTIVE' || end > today) return begun;
    const cancelled = this.#cancelledOn !== null;
    const ended = stateAfter(begun, cancelled ? 'CANCELLED' : 'EXPIRED', { balanced, cancelled });
    if (ended !== 'SETTLED' || addDays(end, closeAfterDays) > today) return ended;
    return stateAfter(ended, 'CLOSED', { balanced, cancelled });
  }

  #nextLookOn(policyState: PolicyState, balanced: boolean): string {
    const { today, policySettings } = this.#settings;
    const plan = upcoming(
      {
        ...{ policyState, balanced, termNumber: this.termNumber },
        effectiveDate: this.#effectiveDate,
        expirationDate: this.#expirationDate,
        cancelledOn: this.#cancelledOn,
        cancellationNoticeOn: null,
        noticeForNonPayment: false,
        nonRenewed: this.#nonRenewed,
        renewalQuoteId: null,
        timesChanged: 0,
        settledOn: this.#expirationDate,
        statements: this.#account.statements.map((statement) => ({
          ...statement,
          billingDate: statement.data.billingDate,
        })),
      },
      policySettings,
    );
    return plan.find(({ on }) => on > today)?.on ?? addDays(today, 3_650);
  }

  /** A time of the day, during office hours; today's first one, as the others may be still to come. */
  #momentOn(day: string): Date {
    const seconds = this.#random.between(8 * 3600, 17 * 3600);
    return new Date(startOf(day).getTime() + (day < this.#settings.today ? seconds * 1000 : 0));
  }
}

function planOf(random: Random, { paymentPlans }: PolicySettings): PlanTerms {
  const offered = plans.flatMap(([plan, weight]) => {
    const terms = paymentPlans.find((terms) => terms.plan === plan);
    return terms ? [[terms, weight] as const] : [];
  });
  return random.weighted(offered);
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
