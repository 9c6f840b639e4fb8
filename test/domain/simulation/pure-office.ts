import { type AccountPayment, type Allocation, settle } from '../../../domain/billing/account.js';
import { instalmentsOf } from '../../../domain/billing/instalments.js';
import { movedBilling } from '../../../domain/billing/moved-billing.js';
import { standingOf } from '../../../domain/billing/payment-status.js';
import { planTerms } from '../../../domain/billing/plan-terms.js';
import { againstRefunding, owedBack } from '../../../domain/billing/refund.js';
import { amountReturned } from '../../../domain/billing/reversal.js';
import { type Charge, spreadOver } from '../../../domain/billing/spread.js';
import { addDays, laterOf, startOf } from '../../../domain/ground/calendar.js';
import type { Objection } from '../../../domain/ground/objection.js';
import { endOfTerm } from '../../../domain/ground/term.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import {
  againstDateByHand,
  againstMovingLines,
  againstNegativePremium,
  againstUndoing,
  lineByHand,
} from '../../../domain/policy/by-hand.js';
import {
  linesOfCancellation,
  linesOfReinstatement,
  type ReturnMethod,
  returnPremium,
} from '../../../domain/policy/cancellation.js';
import {
  againstCancelling,
  againstEndorsing,
  againstReinstating,
} from '../../../domain/policy/change-rules.js';
import {
  chargesOfCancellation,
  chargesOfReinstatement,
  chargesOfTerm,
  priceCharges,
  totalOfCharges,
} from '../../../domain/policy/charges.js';
import { againstMoving, movedEnd } from '../../../domain/policy/correction.js';
import { priceAmount, priceAnswers } from '../../../domain/policy/endorsement.js';
import type { PolicyChange } from '../../../domain/policy/policy-change.js';
import {
  type ChargeLayer,
  netted,
  type PremiumLayer,
  reversed,
  totalOf,
} from '../../../domain/policy/proration.js';
import {
  answersOn,
  currentTerm,
  historyOf,
  movedPeriod,
  type PolicyTerm,
} from '../../../domain/policy/timeline.js';
import { intakeOf } from '../../support/event-factory.js';
import { textOf } from './days.js';
import { priceOf, taxTypes } from './model.js';
import type { Done, Office, Seen, SeenStatement } from './seen.js';
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

type Statement = Omit<SeenStatement, 'kind' | 'state'> & {
  id: string;
  kind: 'INSTALMENT' | 'ENDORSEMENT' | 'CANCELLATION' | 'REINSTATEMENT' | 'NSF_FEE';
  state: 'SCHEDULED' | 'DUE' | 'PAID' | 'PAST_DUE' | 'VOID';
  billingDate: string;
  paymentPlan: string;
};

const rules = { TAX: 'PRO_RATA', FEE: 'KEPT', INSPECTION: 'RETURNED' } as const;
const methods: { readonly [method in Method]: ReturnMethod } = {
  PRO_RATA: { method: 'PRO_RATA' },
  PENALTY: { method: 'SHORT_RATE', penalty: product.penalty },
  TABLE: { method: 'SHORT_RATE', table: product.table },
};

/** An office without a database: it puts the domain's arithmetic together as the service does. */
export class PureOffice implements Office {
  readonly #changes: PolicyChange[] = [];
  readonly #lines: Line[] = [];
  readonly #entries: Entry[] = [];
  readonly #statements: Statement[] = [];
  readonly #payments: AccountPayment[] = [];
  #allocations: Allocation[] = [];
  #steps = 0;
  #today = '';
  #plan: Life['plan'] = 'FULL_PAYMENT';
  #cancelledOn: string | null = null;

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
    for (let billed = this.#bill(); billed; billed = this.#bill()) this.#settle();
    while (this.#cancelledOn === null && this.#term.expirationDate <= to) {
      const { expirationDate } = this.#term;
      this.#billEntries(null);
      const answers = ratedAnswers(answersOn(this.#term, expirationDate));
      this.#beginTerm('RENEW', answers, expirationDate, this.#history.begunOn);
    }
    this.#settle();
  }

  async pay(amount: string): Promise<Done> {
    this.#step();
    this.#receive(amount);
    return 'DONE';
  }

  async refund(amount: string): Promise<Done> {
    this.#step();
    const { balance, paid } = this.#standing();
    const owed = owedBack({ balance, paid, onItsWay: '0' });
    if (againstRefunding({ owed, onItsWay: '0', amount }) !== null) return 'REFUSED';
    this.#receive(sumOfAmounts([`-${amount}`]));
    return 'DONE';
  }

  async returnable(): Promise<{ reference: string; amount: string }[]> {
    const returned = new Set(this.#payments.map(({ reverses }) => reverses));
    return this.#payments
      .filter(({ id, amount }) => Number(amount) > 0 && !returned.has(id))
      .map(({ id, amount }) => ({ reference: id, amount }));
  }

  async reverse(reference: string, asked: string): Promise<Done> {
    this.#step();
    const payment = this.#payments.find(({ id }) => id === reference)!;
    const found = amountReturned({ ...payment, reference, refunded: '0.00', returned: null }, asked);
    if ('reason' in found || found.amount === null) return 'REFUSED';
    this.#add({
      ...{ kind: 'NSF_FEE', amount: product.nsfFee, fee: product.nsfFee, effectiveDate: null },
      ...{ premium: '0.00', taxesAndFees: '0.00', instalmentFee: '0.00', state: 'DUE' },
      dueDate: laterOf(addDays(this.#today, product.dueDays), this.#term.effectiveDate),
      ...{ billingDate: this.#today, paymentPlan: '' },
    });
    this.#receive(sumOfAmounts([`-${found.amount}`]), reference);
    this.#moveStatements(this.#term.effectiveDate);
    return 'DONE';
  }

  async endorse(from: string, changed: Partial<Answers>): Promise<Done> {
    this.#step();
    if (againstEndorsing(this.#policy, from) !== null) return 'REFUSED';
    const answers = asAnswers(changed);
    const change = { from, answers };
    const priced = priceAnswers(this.#term, { ...change, rate: (each) => rated(each).premium });
    const charges = priceCharges(this.#term, { ...change, rate: (each) => rated(each).taxesAndFees });
    return this.#endorsed(from, { ...priced, lines: netted(priced.stretches), charges, answers });
  }

  async agree(from: string, amount: string): Promise<Done> {
    this.#step();
    if (againstEndorsing(this.#policy, from) !== null) return 'REFUSED';
    const priced = priceAmount(this.#term, { from, amount });
    const lines = netted([{ from, until: this.#term.expirationDate, amount }]);
    return this.#endorsed(from, { ...priced, lines, charges: [], answers: null });
  }

  async enter(effectiveDate: string, premium: string): Promise<{ id: string } | 'REFUSED'> {
    this.#step();
    const line = lineByHand(this.#policy, { effectiveDate, premium });
    if (this.#againstEntry(effectiveDate, [line]) !== null) return 'REFUSED';
    const entry = this.#enter([line], effectiveDate, { byHand: true });
    if (this.#hasEnded()) this.#billEntries(null);
    return { id: entry.id };
  }

  async edit(id: string, effectiveDate: string, premium: string): Promise<Done> {
    this.#step();
    const entry = this.#entries.find((each) => each.id === id)!;
    const line = lineByHand(this.#policy, { effectiveDate, premium });
    const lines = netted([...reversed(this.#linesOf(id)), line]);
    if (this.#againstEntry(effectiveDate, lines) !== null) return 'REFUSED';
    Object.assign(entry, { effectiveDate, premium });
    this.#record(entry, lines);
    return 'DONE';
  }

  async delete(id: string): Promise<Done> {
    this.#step();
    const entry = this.#entries.find((each) => each.id === id)!;
    const lines = netted(reversed(this.#linesOf(id)));
    if (againstNegativePremium(this.#layers(), lines) !== null) return 'REFUSED';
    this.#record(entry, lines);
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    return 'DONE';
  }

  async openEntries(): Promise<string[]> {
    return this.#entries.flatMap(({ id, applied, byHand }) => (byHand && !applied ? [id] : []));
  }

  async cancel(cancelledOn: string, by: Method): Promise<Done> {
    this.#step();
    if (againstCancelling(this.#policy, cancelledOn) !== null) return 'REFUSED';
    const { effectiveDate: from, expirationDate: until } = this.#term;
    const ended = { term: { from, until }, cancelledOn };
    const layers = this.#layers();
    const returns = returnPremium({ layers, ...ended, method: methods[by] });
    const lines = linesOfCancellation(layers, { ...ended, penalty: returns.penalty });
    const charges = chargesOfCancellation(this.#term.charges, ended);
    this.#change({ kind: 'CANCEL', effectiveDate: cancelledOn, lines, charges });
    this.#cancelledOn = cancelledOn;
    const entry = this.#enter(lines, cancelledOn);
    const taken = this.#statements.filter(({ state }) => state === 'SCHEDULED');
    for (const statement of taken) statement.state = 'VOID';
    this.#billChange('CANCELLATION', {
      premiums: [totalOf(lines).toAmount(), ...taken.map(({ premium }) => premium)],
      taxes: [totalOfCharges(charges), ...taken.map(({ taxesAndFees }) => taxesAndFees)],
      entry,
      effectiveDate: cancelledOn,
      upTo: null,
    });
    return 'DONE';
  }

  async reinstate(from: string): Promise<Done> {
    this.#step();
    const { cancelledOn } = this.#policy;
    const lastDay = addDays(cancelledOn ?? this.#today, product.reinstatementDays);
    const objection = againstReinstating(this.#policy, { from, today: this.#today, lastDay });
    const { cancellation } = this.#term;
    if (objection !== null || cancelledOn === null || cancellation === null) return 'REFUSED';
    const lapse = { from: cancelledOn, until: from };
    const cancelling = this.#changes.find(({ seq }) => seq === cancellation.seq)!;
    const own = this.#lines.filter(({ recordedAt }) => recordedAt === cancelling.recordedAt);
    const lines = linesOfReinstatement(this.#layers(), { cancellation: own, lapse });
    if (againstUndoing(this.#layers(), lines) !== null) return 'REFUSED';
    const charges = chargesOfReinstatement(this.#term.charges, { cancellation: cancellation.charges, lapse });
    const stretches = from > cancelledOn ? [{ ...lapse, amount: '0.00', termPremium: '0.00' }] : [];
    this.#change({ kind: 'REINSTATE', effectiveDate: from, lines, charges, stretches });
    this.#cancelledOn = null;
    const entry = this.#enter(lines, from);
    this.#billChange('REINSTATEMENT', {
      premiums: [totalOf(lines).toAmount()],
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
    if (againstMoving(policy, this.#history, { effectiveDate: to, today: this.#today }) !== null)
      return 'REFUSED';
    const dates = { effectiveDate: to, expirationDate: movedEnd(to, 'ANNUAL') };
    const move = movedPeriod(policy, dates);
    const layers = this.#layers();
    if (againstMovingLines(layers, layers.map(move)) !== null) return 'REFUSED';
    this.#moveStatements(to);
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
    this.#bill();
    this.#settle();
    return 'DONE';
  }

  async seen(): Promise<Seen> {
    const { status, balance, paid } = this.#standing();
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
      statements: this.#statements,
      payments: this.#payments.map(({ amount }) => amount),
      hasReturned: this.#payments.some(({ reverses }) => reverses),
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
    const policyState = this.#hasEnded() ? ('INACTIVE_UNSETTLED' as const) : ('ACTIVE' as const);
    return {
      policyState,
      effectiveDate,
      expirationDate,
      cancelledOn: this.#cancelledOn,
      termNumber,
      nonRenewed: false,
    };
  }

  #hasEnded(): boolean {
    return this.#cancelledOn !== null && this.#cancelledOn <= this.#today;
  }

  #step(): void {
    this.#steps += 1;
  }

  #layers(): Line[] {
    const { number } = this.#term;
    return this.#lines.filter(({ termNumber }) => termNumber === number);
  }

  #linesOf(id: string): Line[] {
    return this.#lines.filter(({ entryId }) => entryId === id);
  }

  #againstEntry(effectiveDate: string, lines: readonly PremiumLayer[]): Objection | null {
    return againstDateByHand(this.#policy, effectiveDate) ?? againstNegativePremium(this.#layers(), lines);
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
    const billing = { premium, taxesAndFees: total, effectiveDate, termMonths: 12 };
    for (const { amount, ...instalment } of instalmentsOf(terms, billing, this.#today)) {
      const isBilled = instalment.number === 1 || instalment.billingDate <= this.#today;
      this.#add({
        ...instalment,
        ...{ kind: 'INSTALMENT', amount, effectiveDate: null, paymentPlan: this.#plan },
        state: isBilled ? 'DUE' : 'SCHEDULED',
      });
    }
    this.#enter(lines, effectiveDate, { applied: true });
    this.#settle();
  }

  #endorsed(
    effectiveDate: string,
    change: Pick<ReturnType<typeof priceAmount>, 'stretches' | 'termPremium'> & {
      lines: PremiumLayer[];
      charges: ChargeLayer[];
      answers: AnswerMap | null;
    },
  ): Done {
    const { lines, charges, stretches, answers, termPremium } = change;
    if (againstNegativePremium(this.#layers(), lines) !== null) return 'REFUSED';
    this.#change({
      kind: 'ENDORSE',
      effectiveDate,
      lines,
      charges,
      stretches,
      answers,
      termPremium: termPremium.after,
    });
    const [premium, taxes] = [totalOf(lines).toAmount(), totalOfCharges(charges)];
    const isFree = Number(premium) === 0 && Number(taxes) === 0;
    const entry = this.#enter(lines, effectiveDate, { applied: isFree });
    if (!isFree && this.#spread({ premium, taxesAndFees: taxes }, effectiveDate)) {
      entry.applied = true;
      return 'DONE';
    }
    this.#billChange('ENDORSEMENT', {
      ...{ premiums: [premium], taxes: [taxes], effectiveDate, upTo: this.#today },
      entry: isFree ? null : entry,
    });
    return 'DONE';
  }

  #spread(change: Charge, from: string): boolean {
    if (this.#plan !== 'MONTHLY') return false;
    const toCome = this.#statements.filter(
      ({ kind, state, termNumber, dueDate }) =>
        kind === 'INSTALMENT' && state === 'SCHEDULED' && termNumber === this.#term.number && dueDate >= from,
    );
    const spread = spreadOver(change, toCome);
    for (const [index, changed] of (spread ?? []).entries()) Object.assign(toCome[index]!, changed);
    if (spread !== null) this.#settle();
    return spread !== null;
  }

  #change({
    kind,
    effectiveDate,
    lines,
    answers = null,
    termPremium = '0.00',
    ...data
  }: {
    kind: PolicyChange['kind'];
    effectiveDate: string;
    lines: readonly PremiumLayer[];
    answers?: AnswerMap | null;
    termPremium?: string;
  } & PolicyChange['data']): void {
    this.#changes.push({
      ...{ kind, effectiveDate, answers, termPremium, data, quoteId: null },
      seq: this.#changes.length + 1,
      recordedAt: new Date(this.#steps),
      premiumChange: totalOf(lines).toAmount(),
    });
  }

  #enter(
    lines: readonly PremiumLayer[],
    effectiveDate: string,
    { applied = false, byHand = false }: { applied?: boolean; byHand?: boolean } = {},
  ): Entry {
    const entry: Entry = {
      id: `entry-${this.#steps}-${this.#entries.length}`,
      termNumber: this.#term.number,
      premium: totalOf(lines).toAmount(),
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
  #bill(): boolean {
    const due = this.#statements.filter(
      ({ state, billingDate }) => state === 'SCHEDULED' && billingDate <= this.#today,
    );
    for (const statement of due) statement.state = 'DUE';
    if (due.length > 0) this.#billEntries(this.#today);
    return due.length > 0;
  }

  #billEntries(upTo: string | null): void {
    if (this.#openUpTo(upTo).length === 0) return;
    const { effectiveDate } = this.#term;
    this.#billChange('ENDORSEMENT', { premiums: [], taxes: [], entry: null, effectiveDate, upTo });
  }

  #openUpTo(upTo: string | null): Entry[] {
    const { number } = this.#term;
    return this.#entries.filter(
      ({ termNumber, applied, effectiveDate }) =>
        termNumber === number && !applied && (upTo === null || effectiveDate <= upTo),
    );
  }

  #billChange(
    kind: Statement['kind'],
    bill: {
      premiums: string[];
      taxes: string[];
      entry: Entry | null;
      effectiveDate: string;
      upTo: string | null;
    },
  ): void {
    const { entry, effectiveDate, upTo } = bill;
    const others = this.#openUpTo(upTo).filter((other) => other !== entry);
    const premium = sumOfAmounts([...bill.premiums, ...others.map((other) => other.premium)]);
    const taxesAndFees = sumOfAmounts(bill.taxes);
    const amount = sumOfAmounts([premium, taxesAndFees]);
    const entries = entry === null ? others : [entry, ...others];
    if (entries.length > 0 || Number(amount) !== 0) {
      const days = Number(amount) < 0 ? 0 : product.dueDays;
      const dueDate = laterOf(addDays(this.#today, days), laterOf(effectiveDate, this.#term.effectiveDate));
      this.#add({
        ...{ kind, amount, premium, taxesAndFees, instalmentFee: '0.00', dueDate, effectiveDate },
        ...{ state: 'DUE', billingDate: this.#today, paymentPlan: '' },
      });
      for (const each of entries) each.applied = true;
    }
    this.#settle();
  }

  #moveStatements(to: string): void {
    for (const statement of this.#statements) {
      const isOpen =
        statement.termNumber === this.#term.number && !['PAID', 'VOID'].includes(statement.state);
      const { billingDate, paymentPlan } = statement;
      const moved = isOpen
        ? movedBilling(
            { ...statement, data: { billingDate, paymentPlan } },
            { effectiveDate: to, today: this.#today },
          )
        : null;
      Object.assign(statement, moved);
    }
  }

  #add(statement: Omit<Statement, 'id' | 'termNumber' | 'number' | 'paidAmount' | 'fee'> & { fee?: string }) {
    const termNumber = this.#term.number;
    const number = this.#statements.filter((other) => other.termNumber === termNumber).length + 1;
    const id = `statement-${termNumber}-${number}`;
    this.#statements.push({ fee: '0.00', ...statement, id, termNumber, number, paidAmount: '0.00' });
  }

  #receive(amount: string, reverses: string | null = null): void {
    const receivedAt = new Date(startOf(this.#today).getTime() + this.#steps);
    this.#payments.push({ id: `payment-${this.#payments.length}`, amount, receivedAt, reverses });
    this.#settle();
  }

  #settle(): void {
    const settled = settle({
      statements: this.#statements.map((statement, index) => ({ ...statement, number: index + 1 })),
      payments: this.#payments,
      allocations: this.#allocations,
    });
    const kept = this.#allocations.filter((allocation) => !settled.removed.includes(allocation));
    const added = new Map(settled.added.map((one) => [`${one.paymentId} ${one.statementId}`, one]));
    this.#allocations = kept.map((one) => {
      const key = `${one.paymentId} ${one.statementId}`;
      const more = added.get(key);
      added.delete(key);
      return more === undefined ? one : { ...one, amount: sumOfAmounts([one.amount, more.amount]) };
    });
    this.#allocations.push(...added.values());
    for (const { id, paidAmount, state } of settled.statements) {
      Object.assign(this.#statements.find((statement) => statement.id === id)!, { paidAmount, state });
    }
  }

  #standing() {
    return standingOf(this.#statements, this.#payments, this.#today);
  }
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
