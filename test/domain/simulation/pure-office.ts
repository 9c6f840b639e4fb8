import type { StatementKind } from '../../../domain/billing/account.js';
import { instalmentsOf } from '../../../domain/billing/instalments.js';
import { planTerms } from '../../../domain/billing/plan-terms.js';
import { owedBack, whyNotRefund } from '../../../domain/billing/refund.js';
import { amountReturned } from '../../../domain/billing/reversal.js';
import { type Charge, spreadOver } from '../../../domain/billing/spread.js';
import { addDays, laterOf } from '../../../domain/ground/calendar.js';
import type { Objection } from '../../../domain/ground/objection.js';
import { endOfTerm } from '../../../domain/ground/term.js';
import { type DatedEdits, editsOf } from '../../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import { endedTermOn, whyNotAudit } from '../../../domain/policy/audit.js';
import {
  lineByHand,
  whyNotMoveLines,
  whyNotNegativePremium,
  whyNotOnDateByHand,
  whyNotUndo,
} from '../../../domain/policy/by-hand.js';
import {
  linesOfCancellation,
  linesOfReinstatement,
  type ReturnMethod,
  returnPremium,
} from '../../../domain/policy/cancellation.js';
import { whyNotCancel, whyNotEndorse, whyNotReinstate } from '../../../domain/policy/change-rules.js';
import {
  chargesOfCancellation,
  chargesOfReinstatement,
  chargesOfTerm,
  priceCharges,
  totalOfCharges,
} from '../../../domain/policy/charges.js';
import { movedEnd, whyNotMove } from '../../../domain/policy/correction.js';
import { priceAmount, priceAnswers } from '../../../domain/policy/endorsement.js';
import { type Foreseen, foresee } from '../../../domain/policy/foresee.js';
import { statementsOfNotice } from '../../../domain/policy/notice-record.js';
import type { PolicyChange } from '../../../domain/policy/policy-change.js';
import {
  type ChargeLayer,
  netted,
  type PremiumLayer,
  reversed,
  totalOf,
} from '../../../domain/policy/proration.js';
import {
  isPaidInTime,
  type KeptReinstatement,
  reinstatementToKeep,
} from '../../../domain/policy/reinstatement-by-payment.js';
import {
  answersOn,
  currentTerm,
  historyOf,
  movedPeriod,
  type PolicyTerm,
} from '../../../domain/policy/timeline.js';
import {
  type PolicyTask,
  type PolicyTaskKind,
  type PolicyToPlan,
  upcoming,
} from '../../../domain/policy/upcoming.js';
import { intakeOf } from '../../support/event-factory.js';
import { textOf } from './days.js';
import { priceOf, taxTypes } from './model.js';
import { PureAccount } from './pure-account.js';
import type { Done, Office, Seen } from './seen.js';
import { simulatedSettings } from './settings.js';
import { type Answers, type Life, type Method, product } from './steps.js';

interface Line extends PremiumLayer {
  entryId: string;
  termNumber: number;
  recordedAt: Date;
}

interface Entry {
  id: string;
  termNumber: number;
  premium: string;
  effectiveDate: string;
  applied: boolean;
  byHand: boolean;
}

/** A change with its price. */
type ChangeToMake = Pick<ReturnType<typeof priceAmount>, 'stretches' | 'termPremium'> & {
  lines: PremiumLayer[];
  charges: ChargeLayer[];
  answers: AnswerMap | null;
  edits?: readonly DatedEdits[];
};

const settings = simulatedSettings();
/** The tasks that are no events. */
const ownTasks: ReadonlySet<string> = new Set<PolicyTaskKind>([
  'BILL_STATEMENT',
  'WRITE_OFF_SHORTFALL',
  'MARK_PAST_DUE',
  'END_COVERAGE',
  'END_TERM',
]);

const rules = { TAX: 'PRO_RATA', FEE: 'KEPT', INSPECTION: 'RETURNED' } as const;
const methods: { readonly [method in Method]: ReturnMethod } = {
  PRO_RATA: { method: 'PRO_RATA' },
  PENALTY: { method: 'SHORT_RATE', penalty: product.penalty },
  TABLE: { method: 'SHORT_RATE', table: product.table },
  NON_PAYMENT: { method: 'PRO_RATA' },
};

/** An office without a database: it puts the domain's arithmetic together as the service does. */
export class PureOffice implements Office {
  readonly #changes: PolicyChange[] = [];
  readonly #lines: Line[] = [];
  readonly #entries: Entry[] = [];
  readonly #account = new PureAccount();
  #steps = 0;
  #today = '';
  #plan: Life['plan'] = 'FULL_PAYMENT';
  #cancelledOn: string | null = null;
  #hasEnded = false;
  /** What a late payment must reach. */
  #late: KeptReinstatement | null = null;

  async begin(
    { plan, answers }: Pick<Life, 'plan' | 'answers'>,
    { today, effectiveDate }: { today: string; effectiveDate: string },
  ): Promise<void> {
    this.#today = today;
    this.#plan = plan;
    this.#beginTerm('ISSUE', answers, effectiveDate, effectiveDate);
  }

  async pass(to: string): Promise<void> {
    this.#step();
    this.#today = to;
  }

  async pay(amount: string): Promise<Done> {
    this.#step();
    this.#receive(amount);
    const { paid } = this.#account.standing(this.#today);
    const account = { statements: this.#account.statements, paid };
    if (this.#late !== null && isPaidInTime(this.#late, { ...account, today: this.#today })) {
      this.#late = null;
      this.#reinstated(this.#cancelledOn!);
    }
    return 'DONE';
  }

  async refund(amount: string): Promise<Done> {
    this.#step();
    const { balance, paid } = this.#account.standing(this.#today);
    const owed = owedBack({ balance, paid, onItsWay: '0' });
    if (whyNotRefund({ owed, onItsWay: '0', amount }) !== null) return 'REFUSED';
    this.#receive(sumOfAmounts([`-${amount}`]));
    return 'DONE';
  }

  async returnable(): Promise<{ reference: string; amount: string }[]> {
    const returned = new Set(this.#account.payments.map(({ reverses }) => reverses));
    return this.#account.payments
      .filter(({ id, amount }) => Number(amount) > 0 && !returned.has(id))
      .map(({ id, amount }) => ({ reference: id, amount }));
  }

  async reverse(reference: string, asked: string): Promise<Done> {
    this.#step();
    const payment = this.#account.payments.find(({ id }) => id === reference)!;
    const found = amountReturned({ ...payment, reference, refunded: '0.00', returned: null }, asked);
    if ('reason' in found || found.amount === null) return 'REFUSED';
    this.#account.chargeForReturned(reference, this.#term, this.#today);
    this.#receive(sumOfAmounts([`-${found.amount}`]), reference);
    this.#move(this.#term.effectiveDate);
    return 'DONE';
  }

  async endorse(from: string, changed: Partial<Answers>): Promise<Done> {
    this.#step();
    if (whyNotEndorse(this.#policy, from) !== null) return 'REFUSED';
    return this.#endorsed(from, priceOfChange(this.#term, from, changed));
  }

  async audit(from: string, { counted }: { counted: number }): Promise<Done> {
    this.#step();
    const term = endedTermOn(this.#history, this.#policy, from);
    const asked = { from, today: this.#today, windowDays: product.auditDays };
    if (term === undefined || whyNotAudit(this.#policy, term, asked) !== null) return 'REFUSED';
    return this.#endorsed(from, priceOfChange(term, from, { revenue: counted }), term);
  }

  async agree(from: string, amount: string): Promise<Done> {
    this.#step();
    if (whyNotEndorse(this.#policy, from) !== null) return 'REFUSED';
    const priced = priceAmount(this.#term, { digits: 2, from, amount });
    const lines = netted([{ from, until: this.#term.expirationDate, amount }]);
    return this.#endorsed(from, { ...priced, lines, charges: [], answers: null });
  }

  async enter(effectiveDate: string, premium: string): Promise<{ id: string } | 'REFUSED'> {
    this.#step();
    const line = lineByHand(this.#policy, { effectiveDate, premium });
    if (this.#whyNotEntry(effectiveDate, [line]) !== null) return 'REFUSED';
    const entry = this.#enter([line], effectiveDate, { byHand: true });
    if (this.#hasEnded) this.#billEntries(null);
    return { id: entry.id };
  }

  async edit(id: string, effectiveDate: string, premium: string): Promise<Done> {
    this.#step();
    const entry = this.#entries.find((each) => each.id === id)!;
    const line = lineByHand(this.#policy, { effectiveDate, premium });
    const lines = netted([...reversed(this.#linesOf(id)), line]);
    if (this.#whyNotEntry(effectiveDate, lines) !== null) return 'REFUSED';
    Object.assign(entry, { effectiveDate, premium });
    this.#record(entry, lines);
    return 'DONE';
  }

  async delete(id: string): Promise<Done> {
    this.#step();
    const entry = this.#entries.find((each) => each.id === id)!;
    const lines = netted(reversed(this.#linesOf(id)));
    if (whyNotNegativePremium(this.#layers(), lines, 2) !== null) return 'REFUSED';
    this.#record(entry, lines);
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    return 'DONE';
  }

  /** What the service would do with the policy from today on. */
  foreseen(): Foreseen {
    this.#look();
    const plan = this.#toPlan();
    const late = this.#account.statements.filter(({ kind }) => kind === 'LATE_FEE');
    return foresee(
      {
        ...plan,
        ...{ fired: new Set<string>(), renewalQuoteId: null, renewalWaits: null, noticeId: null },
        isOwedBack: false,
        chargedLate: new Set(late.map(({ about }) => about ?? '')),
        dueDays: product.dueDays,
        nextTerm: {
          until: endOfTerm(plan.expirationDate, 'ANNUAL', this.#history.begunOn),
          statements: [],
        },
      },
      settings,
    );
  }

  async openEntries(): Promise<string[]> {
    return this.#entries.flatMap(({ id, applied, byHand }) => (byHand && !applied ? [id] : []));
  }

  async cancel(cancelledOn: string, by: Method): Promise<Done> {
    this.#step();
    if (whyNotCancel(this.#policy, cancelledOn) !== null) return 'REFUSED';
    const unpaid = by === 'NON_PAYMENT' ? this.#unpaid() : [];
    const { paid } = this.#account.standing(this.#today);
    this.#late =
      unpaid.length === 0
        ? null
        : reinstatementToKeep(settings.cancellation.reinstatementByPayment!, {
            ...{ statements: this.#account.statements, paid, unpaid, cancelledOn },
          });
    const { effectiveDate: from, expirationDate: until } = this.#term;
    const ended = { term: { from, until }, cancelledOn, digits: 2 };
    const layers = this.#layers();
    const returns = returnPremium({ layers, ...ended, method: methods[by] });
    const lines = linesOfCancellation(layers, { ...ended, penalty: returns.penalty });
    const charges = chargesOfCancellation(this.#term.charges, ended);
    this.#change({ kind: 'CANCEL', effectiveDate: cancelledOn, lines, charges });
    this.#cancelledOn = cancelledOn;
    this.#hasEnded = cancelledOn <= this.#today;
    const entry = this.#enter(lines, cancelledOn);
    const taken = this.#account.statements.filter(({ state }) => state === 'SCHEDULED');
    for (const statement of taken) statement.state = 'VOID';
    this.#billChange('CANCELLATION', {
      premiums: [totalOf(lines).toAmount(2), ...taken.map(({ premium }) => premium)],
      taxes: [totalOfCharges(charges), ...taken.map(({ taxesAndFees }) => taxesAndFees)],
      entry,
      effectiveDate: cancelledOn,
      upTo: null,
    });
    return 'DONE';
  }

  async reinstate(from: string): Promise<Done> {
    this.#step();
    return this.#reinstated(from);
  }

  #reinstated(from: string): Done {
    const { cancelledOn } = this.#policy;
    const lastDay = addDays(cancelledOn ?? this.#today, product.reinstatementDays);
    const objection = whyNotReinstate(this.#policy, { from, today: this.#today, lastDay });
    const { cancellation } = this.#term;
    if (objection !== null || cancelledOn === null || cancellation === null) return 'REFUSED';
    const lapse = { from: cancelledOn, until: from };
    const canceling = this.#changes.find(({ seq }) => seq === cancellation.seq)!;
    const own = this.#lines.filter(({ recordedAt }) => recordedAt === canceling.recordedAt);
    const lines = linesOfReinstatement(this.#layers(), { digits: 2, cancellation: own, lapse });
    if (whyNotUndo(this.#layers(), lines, 2) !== null) return 'REFUSED';
    const charges = chargesOfReinstatement(this.#term.charges, {
      digits: 2,
      cancellation: cancellation.charges,
      lapse,
    });
    const stretches = from > cancelledOn ? [{ ...lapse, amount: '0.00', termPremium: '0.00' }] : [];
    this.#change({ kind: 'REINSTATE', effectiveDate: from, lines, charges, stretches });
    this.#cancelledOn = null;
    this.#hasEnded = false;
    this.#late = null;
    const entry = this.#enter(lines, from);
    this.#billChange('REINSTATEMENT', {
      premiums: [totalOf(lines).toAmount(2)],
      taxes: [totalOfCharges(charges)],
      entry,
      effectiveDate: from,
      upTo: this.#today,
    });
    return 'DONE';
  }

  async correct(to: string): Promise<Done> {
    this.#step();
    const policy = { ...this.#policy, premiumTerm: 'ANNUAL', cancellationNoticeOn: null };
    if (to === policy.effectiveDate) return 'DONE';
    if (whyNotMove(policy, this.#history, { effectiveDate: to, today: this.#today }) !== null)
      return 'REFUSED';
    const dates = { effectiveDate: to, expirationDate: movedEnd(to, 'ANNUAL') };
    const move = movedPeriod(policy, dates);
    const layers = this.#layers();
    if (whyNotMoveLines(layers, layers.map(move), 2) !== null) return 'REFUSED';
    this.#move(to);
    for (const entry of this.#entries.filter(({ termNumber }) => termNumber === policy.termNumber)) {
      const own = netted(this.#linesOf(entry.id));
      const { effectiveDate } = entry;
      entry.effectiveDate = move({ from: effectiveDate, until: effectiveDate }).from;
      this.#record(entry, netted([...reversed(own), ...own.map(move)]));
    }
    this.#change({
      kind: 'CORRECT_EFFECTIVE_DATE',
      effectiveDate: to,
      lines: [],
      expirationDate: dates.expirationDate,
    });
    this.#account.settle();
    return 'DONE';
  }

  async seen(): Promise<Seen> {
    this.#look();
    const { status, balance, paid } = this.#account.standing(this.#today);
    const { statements, payments } = this.#account;
    return {
      terms: this.#history.terms.map((term) => ({
        number: term.number,
        from: term.effectiveDate,
        until: term.expirationDate,
        cancelledOn: term.cancellation?.cancelledOn ?? null,
        lines: this.#lines.filter(({ termNumber }) => termNumber === term.number),
        charges: [...term.charges],
        open: this.#entries.flatMap(({ termNumber, applied, premium }) =>
          termNumber === term.number && !applied ? [premium] : [],
        ),
      })),
      statements,
      payments: payments.map(({ amount }) => amount),
      hasReturned: payments.some(({ reverses }) => reverses),
      status,
      balance,
      refundable: owedBack({ balance, paid, onItsWay: '0' }),
      now: new Date(this.#steps),
    };
  }

  get #history() {
    return historyOf(this.#changes)!;
  }

  get #term(): PolicyTerm {
    return currentTerm(this.#history);
  }

  get #policy() {
    const { effectiveDate, expirationDate, number: termNumber } = this.#term;
    const policyState = this.#hasEnded ? ('INACTIVE_UNSETTLED' as const) : ('ACTIVE' as const);
    return {
      policyState,
      effectiveDate,
      expirationDate,
      cancelledOn: this.#cancelledOn,
      termNumber,
      nonRenewed: false,
    };
  }

  /** What was due until now is done before. */
  #step(): void {
    this.#look();
    this.#steps += 1;
  }

  /** Does what is due, as the policy's workflow does. */
  #look(): void {
    for (;;) {
      const task = upcoming(this.#toPlan(), settings).find(({ kind }) => ownTasks.has(kind));
      if (task === undefined || task.on > this.#today) return;
      this.#perform(task);
    }
  }

  #perform(task: PolicyTask): void {
    const { kind } = task;
    if (kind === 'BILL_STATEMENT') this.#bill();
    if (kind === 'WRITE_OFF_SHORTFALL') {
      this.#account.writeOff(task.statementId, this.#term.number, this.#today);
    }
    if (kind === 'MARK_PAST_DUE') this.#account.markPastDue(this.#term, !this.#hasEnded, this.#today);
    if (kind === 'END_COVERAGE') this.#hasEnded = true;
    if (kind === 'END_TERM') this.#renew();
  }

  #renew(): void {
    const { expirationDate } = this.#term;
    this.#billEntries(null);
    const answers = ratedAnswers(answersOn(this.#term, expirationDate));
    this.#beginTerm('RENEW', answers, expirationDate, this.#history.begunOn);
  }

  #toPlan(): PolicyToPlan {
    const open = this.#account.statements.filter(({ state }) => state !== 'PAID' && state !== 'VOID');
    return {
      ...{ ...this.#policy, today: this.#today, issuedOn: this.#today, state: null },
      ...{ cancellationNoticeOn: null, noticeStatementIds: null, renewal: 'OPEN' as const, timesChanged: 0 },
      ...{ takeEffectOn: [], balanced: false, settledOn: null, returnedPayments: 0 },
      statements: open.map((statement) => ({ ...statement, isMoved: false })),
    };
  }

  /** The statements that a notice for non-payment is about. */
  #unpaid(): string[] {
    const open = this.#account.statements.filter(({ state }) => state === 'DUE' || state === 'PAST_DUE');
    return statementsOfNotice(open).map(({ id }) => id);
  }

  #layers({ number }: { number: number } = this.#term): Line[] {
    return this.#lines.filter(({ termNumber }) => termNumber === number);
  }

  #linesOf(id: string): Line[] {
    return this.#lines.filter(({ entryId }) => entryId === id);
  }

  #whyNotEntry(effectiveDate: string, lines: readonly PremiumLayer[]): Objection | null {
    return whyNotOnDateByHand(this.#policy, effectiveDate) ?? whyNotNegativePremium(this.#layers(), lines, 2);
  }

  #beginTerm(kind: 'ISSUE' | 'RENEW', answers: Answers, effectiveDate: string, anchor: string): void {
    const intake = asAnswers(answers);
    const { premium, taxesAndFees } = rated(intake);
    const expirationDate = endOfTerm(effectiveDate, 'ANNUAL', anchor);
    const term = { from: effectiveDate, until: expirationDate };
    const lines = [{ ...term, amount: premium }];
    const charges = chargesOfTerm(taxesAndFees, term);
    this.#change({
      kind,
      effectiveDate,
      lines,
      charges,
      answers: intake,
      expirationDate,
      termPremium: premium,
    });
    const terms = planTerms.parse({
      plan: this.#plan,
      dueDays: product.dueDays,
      instalmentFee: textOf(product.instalmentFee),
    });
    const total = totalOfCharges(charges);
    const billing = { premium, taxesAndFees: total, effectiveDate, termMonths: 12, digits: 2 };
    for (const { amount, ...instalment } of instalmentsOf(terms, billing, this.#today)) {
      const isBilled = instalment.number === 1 || instalment.billingDate <= this.#today;
      this.#account.add(this.#term.number, {
        ...instalment,
        ...{ kind: 'INSTALMENT', amount, effectiveDate: null, paymentPlan: this.#plan },
        state: isBilled ? 'DUE' : 'SCHEDULED',
      });
    }
    this.#enter(lines, effectiveDate, { applied: true });
    this.#account.settle();
  }

  /** A change of the current term, or the audit of one that has ended. */
  #endorsed(effectiveDate: string, change: ChangeToMake, ended?: PolicyTerm): Done {
    const { number: termNumber } = ended ?? this.#term;
    const { lines, charges, stretches, answers, edits, termPremium } = change;
    if (whyNotNegativePremium(this.#layers({ number: termNumber }), lines, 2) !== null) return 'REFUSED';
    this.#change({
      kind: ended === undefined ? 'ENDORSE' : 'TRUE_UP',
      termNumber,
      effectiveDate,
      lines,
      charges,
      stretches,
      answers,
      ...(edits && { edits }),
      termPremium: termPremium.after,
    });
    const [premium, taxes] = [totalOf(lines).toAmount(2), totalOfCharges(charges)];
    const isFree = Number(premium) === 0 && Number(taxes) === 0;
    const entry = this.#enter(lines, effectiveDate, { applied: isFree, termNumber });
    if (!isFree && ended === undefined && this.#spread({ premium, taxesAndFees: taxes }, effectiveDate)) {
      entry.applied = true;
      return 'DONE';
    }
    this.#billChange(ended === undefined ? 'ENDORSEMENT' : 'TRUE_UP', {
      ...{ premiums: [premium], taxes: [taxes], effectiveDate, upTo: this.#today, termNumber },
      entry: isFree ? null : entry,
    });
    return 'DONE';
  }

  #spread(change: Charge, from: string): boolean {
    if (this.#plan !== 'MONTHLY') return false;
    const toCome = this.#account
      .scheduled(this.#term.number)
      .filter(({ kind, dueDate }) => kind === 'INSTALMENT' && dueDate >= from);
    const spread = spreadOver(change, toCome, 2);
    for (const [index, changed] of (spread ?? []).entries()) Object.assign(toCome[index]!, changed);
    if (spread !== null) this.#account.settle();
    return spread !== null;
  }

  #change({
    kind,
    effectiveDate,
    lines,
    answers = null,
    edits = [],
    termPremium = '0.00',
    termNumber,
    ...data
  }: {
    kind: PolicyChange['kind'];
    termNumber?: number;
    effectiveDate: string;
    lines: readonly PremiumLayer[];
    answers?: AnswerMap | null;
    edits?: readonly DatedEdits[];
    termPremium?: string;
  } & PolicyChange['data']): void {
    this.#changes.push({
      ...{ kind, effectiveDate, answers, edits, termPremium, data, quoteId: null },
      ...(termNumber !== undefined && { termNumber }),
      seq: this.#changes.length + 1,
      recordedAt: new Date(this.#steps),
      premiumChange: totalOf(lines).toAmount(2),
    });
  }

  #enter(
    lines: readonly PremiumLayer[],
    effectiveDate: string,
    {
      applied = false,
      byHand = false,
      termNumber = this.#term.number,
    }: { applied?: boolean; byHand?: boolean; termNumber?: number } = {},
  ): Entry {
    const entry: Entry = {
      id: `entry-${this.#steps}-${this.#entries.length}`,
      termNumber,
      premium: totalOf(lines).toAmount(2),
      ...{ effectiveDate, applied, byHand },
    };
    this.#entries.push(entry);
    this.#record(entry, lines);
    return entry;
  }

  #record({ id: entryId, termNumber }: Entry, lines: readonly PremiumLayer[]): void {
    const recordedAt =
      this.#changes.at(-1)?.recordedAt.getTime() === this.#steps
        ? this.#changes.at(-1)!.recordedAt
        : new Date(this.#steps);
    for (const { from, until, amount } of lines) {
      this.#lines.push({ from, until, amount, entryId, termNumber, recordedAt });
    }
  }

  /** Bills the scheduled statements whose day has come, with the entries by hand until then. */
  #bill(): void {
    for (const statement of this.#account.statements) {
      const { state, billingDate } = statement;
      if (state === 'SCHEDULED' && billingDate <= this.#today) statement.state = 'DUE';
    }
    this.#account.settle();
    this.#billEntries(this.#today);
  }

  #billEntries(upTo: string | null): void {
    if (this.#openUpTo(upTo).length === 0) return;
    const { effectiveDate } = this.#term;
    this.#billChange('ENDORSEMENT', { premiums: [], taxes: [], entry: null, effectiveDate, upTo });
  }

  #openUpTo(upTo: string | null, { number }: { number: number } = this.#term): Entry[] {
    return this.#entries.filter(
      ({ termNumber, applied, effectiveDate }) =>
        termNumber === number && !applied && (upTo === null || effectiveDate <= upTo),
    );
  }

  #billChange(
    kind: StatementKind,
    bill: {
      premiums: string[];
      taxes: string[];
      entry: Entry | null;
      effectiveDate: string;
      upTo: string | null;
      termNumber?: number;
    },
  ): void {
    const { entry, effectiveDate, upTo, termNumber: number = this.#term.number } = bill;
    const others = this.#openUpTo(upTo, { number }).filter((other) => other !== entry);
    const premium = sumOfAmounts([...bill.premiums, ...others.map((other) => other.premium)]);
    const taxesAndFees = sumOfAmounts(bill.taxes);
    const amount = sumOfAmounts([premium, taxesAndFees]);
    const entries = entry === null ? others : [entry, ...others];
    if (entries.length > 0 || Number(amount) !== 0) {
      const days = Number(amount) < 0 ? 0 : product.dueDays;
      const dueDate = laterOf(addDays(this.#today, days), laterOf(effectiveDate, this.#term.effectiveDate));
      this.#account.add(number, {
        ...{ kind, amount, premium, taxesAndFees, instalmentFee: '0.00', dueDate, effectiveDate },
        ...{ state: 'DUE', billingDate: this.#today, paymentPlan: '' },
      });
      for (const each of entries) each.applied = true;
    }
    this.#account.settle();
  }

  #move(to: string): void {
    this.#account.move(this.#term.number, to, this.#today);
  }

  #receive(amount: string, reverses: string | null = null): void {
    this.#account.receive(amount, { today: this.#today, step: this.#steps }, reverses);
  }
}

/** The price of changed answers from a day of a term. */
function priceOfChange(term: PolicyTerm, from: string, changed: Partial<Answers>): ChangeToMake {
  const answers = asAnswers(changed);
  const edits = [{ from, edits: editsOf(answersOn(term, from), answers) }];
  const change = { from, edits };
  const priced = priceAnswers(term, { digits: 2, ...change, rate: (each) => rated(each).premium });
  const charges = priceCharges(term, { digits: 2, ...change, rate: (each) => rated(each).taxesAndFees });
  return { ...priced, lines: netted(priced.stretches), charges, answers, edits };
}

function asAnswers(answers: Partial<Answers>): AnswerMap {
  return intakeOf(
    Object.fromEntries(Object.entries(answers).map(([name, value]) => [`shop.${name}`, String(value)])),
  );
}

function ratedAnswers(answers: AnswerMap): Answers {
  const number = (qid: string) => {
    const entry = answers[qid];
    return entry?.type === 'ANSWER' ? Number(entry.answer) : 0;
  };
  return { revenue: number('shop.revenue'), staff: number('shop.staff') };
}

function rated(answers: AnswerMap) {
  const { premium, ...taxes } = priceOf(ratedAnswers(answers));
  return {
    premium: textOf(premium),
    taxesAndFees: taxTypes.map((type) => ({
      type,
      amount: textOf(taxes[type]),
      onCancellation: rules[type],
    })),
  };
}
