import {
  type AccountPayment,
  type Allocation,
  type StatementKind,
  settle,
} from '../../../domain/billing/account.js';
import { instalmentsOf, type TermCharges } from '../../../domain/billing/instalments.js';
import { type Standing, standingOf } from '../../../domain/billing/payment-status.js';
import type { PlanTerms } from '../../../domain/billing/plan-terms.js';
import { addDays, earlierOf, laterOf, startOf, utcDate } from '../../../domain/ground/calendar.js';
import { Cents } from '../../../domain/money/cents.js';
import { idKinds } from './ids.js';
import type { Random } from './random.js';
import { slotId } from './slots.js';

export interface BookStatement {
  id: string;
  termNumber: number;
  number: number;
  kind: StatementKind;
  dueDate: string;
  amount: string;
  paidAmount: string;
  state: 'SCHEDULED' | 'DUE' | 'PAID' | 'PAST_DUE' | 'VOID';
  createdAt: Date;
  data: { billingDate: string; premium: string; taxesAndFees: string; [name: string]: unknown };
}

/** The day on which a statement was billed; null if it was not. */
export function billedOn({ kind, number, state, createdAt, data }: BookStatement): string | null {
  if (state === 'SCHEDULED' || state === 'VOID') return null;
  const created = utcDate(createdAt);
  return kind !== 'INSTALMENT' || number === 1 ? created : laterOf(created, data.billingDate);
}

/** The billing account of one policy, built up along its life. */
export class BookAccount {
  readonly statements: BookStatement[] = [];
  readonly payments: AccountPayment[] = [];
  allocations: Allocation[] = [];
  readonly #random: Random;
  readonly #seed: string;
  readonly #today: string;

  constructor(random: Random, { seed, today }: { seed: string; today: string }) {
    this.#random = random;
    this.#seed = seed;
    this.#today = today;
  }

  /** Bills a term by its plan, as issuing and renewing do; returns the first statement. */
  billTerm(
    plan: PlanTerms,
    charges: TermCharges,
    term: { number: number; billedAt: Date },
  ): BookStatement | undefined {
    const own = instalmentsOf(plan, charges).map(({ number, amount, billingDate, dueDate, ...parts }) =>
      this.#add({
        termNumber: term.number,
        number,
        kind: 'INSTALMENT',
        dueDate,
        amount,
        state: number === 1 || billingDate <= this.#today ? 'DUE' : 'SCHEDULED',
        createdAt: term.billedAt,
        data: { paymentPlan: plan.plan, billingDate, ...parts },
      }),
    );
    return own[0];
  }

  /** Bills a change at once. */
  billChange(
    change: {
      kind: StatementKind;
      termNumber: number;
      premium: string;
      taxesAndFees: string;
      dueDays: number;
      at: Date;
    },
    data: object,
  ): BookStatement {
    const { kind, termNumber, premium, taxesAndFees, at } = change;
    const amount = Cents.of(premium).plus(Cents.of(taxesAndFees));
    const day = utcDate(at);
    const number = this.statements.filter((other) => other.termNumber === termNumber).length + 1;
    return this.#add({
      ...{ termNumber, number, kind },
      dueDate: amount.isLessThan(Cents.zero) ? day : addDays(day, change.dueDays),
      amount: amount.toAmount(),
      state: 'DUE',
      createdAt: at,
      data: { billingDate: day, premium, taxesAndFees, ...data },
    });
  }

  /** Reverses the billing after a day, as cancelling does; returns the reversed amounts. */
  takeBack(day: string): { premium: string; taxesAndFees: string; ids: string[] } {
    const later = this.statements.filter(
      ({ kind, number, data }) => kind === 'INSTALMENT' && number > 1 && data.billingDate > day,
    );
    for (const statement of later) statement.state = 'VOID';
    const sum = (part: 'premium' | 'taxesAndFees') =>
      later.reduce((total, { data }) => total.plus(Cents.of(data[part])), Cents.zero).toAmount();
    return { premium: sum('premium'), taxesAndFees: sum('taxesAndFees'), ids: later.map(({ id }) => id) };
  }

  /** Most insureds pay by the due date, some late. Returns the account's state as of today. */
  settleUp({ discipline }: { discipline: number }): Standing {
    for (const statement of this.statements) {
      if (statement.state === 'DUE' && Number(statement.amount) > 0) this.#payFor(statement, discipline);
    }
    this.#settle();
    this.#refund();
    for (const statement of this.statements) {
      if (statement.state === 'DUE' && statement.dueDate < this.#today && Number(statement.amount) > 0) {
        statement.state = 'PAST_DUE';
      }
    }
    return standingOf(this.statements, this.payments, this.#today);
  }

  #payFor({ amount, dueDate, data, createdAt }: BookStatement, discipline: number): void {
    const isDue = dueDate < this.#today;
    if (!this.#random.chance(isDue ? discipline : 0.5)) return;
    const begin = laterOf(
      utcDate(createdAt),
      data.billingDate <= this.#today ? data.billingDate : utcDate(createdAt),
    );
    const day = laterOf(begin, addDays(dueDate, -this.#random.between(0, 9)));
    this.#receive(amount, earlierOf(day, this.#today));
  }

  /** A credit balance is refunded sooner or later. */
  #refund(): void {
    const { balance } = standingOf(this.statements, this.payments, this.#today);
    if (Number(balance) >= 0 || this.statements.some(({ state }) => state === 'SCHEDULED')) return;
    if (!this.#random.chance(0.85)) return;
    this.#receive(balance, this.#today);
    this.#settle();
  }

  #receive(amount: string, day: string): void {
    const id = slotId(this.#seed, idKinds.payment, this.payments.length);
    this.payments.push({ id, amount, receivedAt: startOf(day) });
  }

  #settle(): void {
    const settled = settle({
      // Each term restarts the numbering; here numbers only order statements that are due on one day.
      statements: this.statements.map((statement, index) => ({ ...statement, number: index + 1 })),
      payments: this.payments,
      allocations: this.allocations,
    });
    const added = new Map(settled.added.map((allocation) => [keyOf(allocation), allocation]));
    const kept = this.allocations.filter((allocation) => !added.has(keyOf(allocation)));
    this.allocations = [...kept, ...added.values()];
    for (const { id, paidAmount, state } of settled.statements) {
      const statement = this.statements.find((other) => other.id === id);
      if (statement) Object.assign(statement, { paidAmount, state });
    }
  }

  #add(statement: Omit<BookStatement, 'id' | 'paidAmount'>): BookStatement {
    const added = {
      ...statement,
      id: slotId(this.#seed, idKinds.statement, this.statements.length),
      paidAmount: '0.00',
    };
    this.statements.push(added);
    return added;
  }
}

function keyOf({ paymentId, statementId }: Allocation): string {
  return `${paymentId} ${statementId}`;
}
