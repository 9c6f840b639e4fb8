import {
  type AccountPayment,
  type Allocation,
  type StatementKind,
  type StatementState,
  settle,
} from '../../../domain/billing/account.js';
import { feeFor } from '../../../domain/billing/fee.js';
import { movedBilling } from '../../../domain/billing/moved-billing.js';
import { standingOf } from '../../../domain/billing/payment-status.js';
import { addDays, laterOf, startOf } from '../../../domain/ground/calendar.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import type { SeenStatement } from './seen.js';
import { simulatedSettings } from './settings.js';
import { product } from './steps.js';

export type Statement = Omit<SeenStatement, 'kind' | 'state'> & {
  kind: StatementKind;
  state: StatementState;
  billingDate: string;
  paymentPlan: string;
};
type NewStatement = Omit<Statement, 'id' | 'termNumber' | 'number' | 'paidAmount' | 'fee' | 'about'> &
  Partial<Pick<Statement, 'fee' | 'about'>>;

const { billing } = simulatedSettings();
const nothing = { premium: '0.00', taxesAndFees: '0.00', instalmentFee: '0.00' };

/** The statements and payments of a policy without a database. */
export class PureAccount {
  readonly statements: Statement[] = [];
  readonly payments: AccountPayment[] = [];
  #allocations: Allocation[] = [];

  /** The statements of a term that are not billed yet. */
  scheduled(termNumber: number): Statement[] {
    return this.statements.filter((each) => each.state === 'SCHEDULED' && each.termNumber === termNumber);
  }

  add(termNumber: number, statement: NewStatement): void {
    const number = this.statements.filter((other) => other.termNumber === termNumber).length + 1;
    const id = `statement-${termNumber}-${number}`;
    this.statements.push({
      ...{ fee: '0.00', about: null, ...statement },
      ...{ id, termNumber, number, paidAmount: '0.00' },
    });
  }

  receive(amount: string, { today, step }: { today: string; step: number }, reverses: string | null = null) {
    const receivedAt = new Date(startOf(today).getTime() + step);
    this.payments.push({ id: `payment-${this.payments.length}`, amount, receivedAt, reverses });
    this.settle();
  }

  /** The fee for a payment that the bank returns; its write-offs do not stand. */
  chargeForReturned(paymentId: string, term: { number: number; effectiveDate: string }, today: string): void {
    this.#charge('NSF_FEE', feeFor(billing?.nsfFee ?? {}, '0.00', 2), null, term, today);
    const paid = this.#allocations.filter((one) => one.paymentId === paymentId);
    for (const statement of this.statements) {
      const isWrittenOff = paid.some(({ statementId }) => statementId === statement.about);
      if (statement.kind === 'WRITE_OFF' && isWrittenOff) statement.state = 'VOID';
    }
  }

  /** Marks what was not paid in time, and charges the late fee for it while the policy is in force. */
  markPastDue(term: { number: number; effectiveDate: string }, isActive: boolean, today: string): void {
    for (const statement of [...this.statements]) {
      const { id, state, dueDate, amount, kind } = statement;
      if (state !== 'DUE' || dueDate >= today || Number(amount) <= 0) continue;
      statement.state = 'PAST_DUE';
      const isCharged = this.statements.some((fee) => fee.kind === 'LATE_FEE' && fee.about === id);
      const isFee = kind === 'NSF_FEE' || kind === 'LATE_FEE';
      if (isFee || isCharged || !isActive) continue;
      this.#charge('LATE_FEE', feeFor(billing?.lateFee ?? {}, '0.00', 2), id, term, today);
    }
    this.settle();
  }

  writeOff(statementId: string, termNumber: number, today: string): void {
    const { amount: whole, paidAmount } = this.statements.find(({ id }) => id === statementId)!;
    const amount = sumOfAmounts([paidAmount, `-${whole}`]);
    this.add(termNumber, {
      ...{ kind: 'WRITE_OFF', state: 'DUE', amount, fee: amount, about: statementId, ...nothing },
      ...{ dueDate: today, billingDate: today, paymentPlan: '', effectiveDate: null },
    });
    this.settle();
  }

  /** Moves the open statements of a term to its first day. */
  move(termNumber: number, effectiveDate: string, today: string): void {
    for (const statement of this.statements) {
      const { billingDate, paymentPlan, state } = statement;
      if (statement.termNumber !== termNumber || state === 'PAID' || state === 'VOID') continue;
      const data = { billingDate, paymentPlan };
      const moved = movedBilling({ ...statement, data }, { effectiveDate, today });
      const isDueAgain = state === 'PAST_DUE' && moved !== null && moved.dueDate >= today;
      Object.assign(statement, moved, isDueAgain && { state: 'DUE' });
    }
  }

  settle(): void {
    const settled = settle({
      statements: this.statements.map((statement, index) => ({
        ...statement,
        number: index + 1,
        writesOff: statement.kind === 'WRITE_OFF' ? statement.about : null,
      })),
      payments: this.payments,
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
      Object.assign(this.statements.find((statement) => statement.id === id)!, { paidAmount, state });
    }
  }

  standing(today: string) {
    return standingOf(this.statements, this.payments, today);
  }

  #charge(
    kind: 'NSF_FEE' | 'LATE_FEE',
    amount: string,
    about: string | null,
    { number, effectiveDate }: { number: number; effectiveDate: string },
    today: string,
  ): void {
    const dueDate = laterOf(addDays(today, product.dueDays), effectiveDate);
    this.add(number, {
      ...{ kind, amount, fee: amount, about, effectiveDate: null, state: 'DUE', ...nothing },
      ...{ dueDate, billingDate: today, paymentPlan: '' },
    });
  }
}
