import { chargesOf } from '../../../domain/billing/payment-options.js';
import type { PlanTerms } from '../../../domain/billing/plan-terms.js';
import { addDays, daysBetween, earlierOf, laterOf, startOf } from '../../../domain/ground/calendar.js';
import type { Term } from '../../../domain/ground/term.js';
import { endOfTerm } from '../../../domain/ground/term.js';
import type { PolicyChange, PolicyChangeData } from '../../../domain/policy/policy-change.js';
import type { PolicySettings } from '../../../domain/policy/policy-settings.js';
import { netted, type PremiumLayer, totalOf } from '../../../domain/policy/proration.js';
import { currentTerm, historyOf } from '../../../domain/policy/timeline.js';
import { BookAccount, type BookStatement } from './account.js';
import type { Random } from './random.js';
import { quotesOf, type Risk } from './risks.js';

/** An event in a policy's life, with its texts. */
export interface LifeEvent {
  type: string;
  label: string;
  description?: string;
  effectiveDate: string;
  at: Date;
  data?: object;
  by?: object;
}

/** The ledger entry of a change's charge or return. */
export interface LifeEntry {
  premium: string;
  effectiveDate: string;
  termNumber: number;
  /** Its amounts in the journal, with their periods. */
  lines: readonly PremiumLayer[];
  /** The index of its quote in the life. */
  quote: number | null;
  statement: BookStatement | undefined;
  at: Date;
}

export interface LifeChange extends PolicyChange {
  termNumber: number;
  data: PolicyChangeData & { reason?: string };
}

export interface LifeSettings {
  /** `YYYY-MM-DD`: nothing happens after it. */
  today: string;
  carrier: { id: string; name: string };
  sellerId: string;
  seed: string;
}

export interface DraftSettings extends LifeSettings {
  begunOn: string;
  term: Term;
  plan: PlanTerms;
  policySettings: PolicySettings;
}

const shortestLead = 1;

/** A policy's life while it is generated: the events so far, and the resulting state of the policy. */
export class LifeDraft {
  readonly random: Random;
  readonly risk: Risk;
  readonly settings: DraftSettings;
  readonly account: BookAccount;
  readonly quotes: ReturnType<typeof quotesOf>[] = [];
  readonly changes: LifeChange[] = [];
  readonly entries: LifeEntry[] = [];
  readonly events: LifeEvent[] = [];
  readonly issuedAt: Date;
  termNumber = 0;
  effectiveDate: string;
  /** First day that the current term does not cover. */
  expirationDate: string;
  cancelledOn: string | null = null;
  nonRenewed = false;

  constructor(random: Random, risk: Risk, settings: DraftSettings) {
    const { begunOn, term, today } = settings;
    this.random = random;
    this.risk = risk;
    this.settings = settings;
    this.account = new BookAccount(random, settings);
    this.effectiveDate = begunOn;
    this.expirationDate = endOfTerm(begunOn, term);
    const lead = random.between(shortestLead, 40);
    this.issuedAt = this.momentOn(earlierOf(addDays(begunOn, -lead), addDays(today, -1)));
  }

  /** Whether the current term is over. */
  hasEnded(): boolean {
    return this.expirationDate <= this.settings.today;
  }

  /**
   * Begins the term from the effective date: rates it, records the change, bills it and enters it in the
   * ledger.
   */
  beginTerm(kind: 'ISSUE' | 'RENEW', at: Date): void {
    const { term, carrier, sellerId, plan } = this.settings;
    const { effectiveDate, expirationDate } = this;
    this.termNumber += 1;
    const madeAt = new Date(at.getTime() - this.random.between(1, 20) * 86_400_000);
    const made = quotesOf(this.risk, { effectiveDate, term, madeAt, carrier, sellerId });
    if (made.quote.outcome !== 'QUOTED') throw new Error('A risk that was quoted once is not quoted again.');
    if (kind === 'RENEW') made.quote.type = 'RENEWAL';
    this.quotes.push(made);
    const premium = made.quote.premium ?? '0.00';
    this.change(kind, { effectiveDate, at, premium, termPremium: premium, data: { expirationDate } });
    const billing = { number: this.termNumber, billedAt: at };
    const statement = this.account.billTerm(plan, chargesOf(made.quote), billing);
    const lines = [{ from: effectiveDate, until: expirationDate, amount: premium }];
    this.enter(lines, effectiveDate, { quote: this.quotes.length - 1, statement, at });
  }

  /** Records a change of the current term. */
  change(
    kind: LifeChange['kind'],
    change: {
      effectiveDate: string;
      at: Date;
      premium: string;
      termPremium: string;
      data: LifeChange['data'];
    },
  ): void {
    const { effectiveDate, at, premium, termPremium, data } = change;
    this.changes.push({
      ...{ kind, effectiveDate, termPremium, data },
      seq: this.changes.length + 1,
      recordedAt: at,
      premiumChange: premium,
      termNumber: this.termNumber,
      quoteId: null,
      answers: null,
    });
  }

  /** Enters a charge or return in the ledger. */
  enter(
    lines: readonly PremiumLayer[],
    effectiveDate: string,
    more: Pick<LifeEntry, 'quote' | 'statement' | 'at'>,
  ): void {
    if (lines.length === 0) return;
    const premium = totalOf(lines).toAmount();
    this.entries.push({ premium, lines, effectiveDate, termNumber: this.termNumber, ...more });
  }

  /** The current term as the service folds it from the changes, with its ledger and premium. */
  term() {
    const folded = historyOf(this.changes);
    if (folded === null) throw new Error('A life begins with its first term.');
    const ofTerm = this.entries.filter(({ termNumber }) => termNumber === this.termNumber);
    const layers = netted(ofTerm.flatMap(({ lines }) => lines));
    return { term: currentTerm(folded), layers, premium: totalOf(layers).toAmount() };
  }

  /** The taxes and fees of the current term. */
  ratedCharges() {
    const rated = this.quotes.at(-1)?.quote.quoteDetails?.premium.taxesAndFees ?? [];
    return rated.map(({ amount, ...charge }) => ({ ...charge, amount: amount.toFixed(2) }));
  }

  /**
   * A day of the current term so far, at least this many days after its start; undefined if there is none.
   */
  dayWithin(least: number): string | undefined {
    const end = earlierOf(addDays(this.expirationDate, -1), this.settings.today);
    const days = daysBetween(this.effectiveDate, end);
    const changed = this.changes.at(-1)?.effectiveDate ?? this.effectiveDate;
    if (days < least) return undefined;
    return laterOf(changed, addDays(this.effectiveDate, this.random.between(least, days)));
  }

  /** A time of the day, during office hours; today's first one, as later ones may be in the future. */
  momentOn(day: string): Date {
    const seconds = this.random.between(8 * 3600, 17 * 3600);
    return new Date(startOf(day).getTime() + (day < this.settings.today ? seconds * 1000 : 0));
  }
}
