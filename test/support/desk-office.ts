import { readLines } from '../../db/ledger/read-lines.js';
import { deleteByHand, editByHand, recordByHand } from '../../db/ledger/write-entry.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { readPolicyChanges } from '../../db/policies/read-history.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { standingOf } from '../../domain/billing/payment-status.js';
import { owedBack } from '../../domain/billing/refund.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { historyOf } from '../../domain/policy/timeline.js';
import type { Done, Office, Seen } from '../domain/simulation/seen.js';
import { notPaidReason, proRataReason } from '../domain/simulation/settings.js';
import type { Answers, Life, Method } from '../domain/simulation/steps.js';
import { intakeOf } from './event-factory.js';
import type { EventWorld } from './event-world.js';
import type { PolicyDesk } from './policy-desk.js';
import { shopIds } from './shop-product.js';

const atTheLedger = { name: 'The back office' };

/** The clock of a desk office; every step is a second later. */
export class DeskClock {
  today = '2039-01-01';
  seconds = 0;
  readonly now = (): Date => new Date(Date.parse(`${this.today}T08:00:00Z`) + this.seconds * 1000);
}

/** Where an office's events are fired and its policy is looked after. */
export type Desk = Pick<PolicyDesk, 'issueQuoted' | 'fire' | 'lookAfter'>;

/** An office that fires events and writes to the ledger of the real service. */
export class DeskOffice implements Office {
  readonly #world: EventWorld;
  readonly #desk: Desk;
  readonly #clock: DeskClock;
  #policyId = '';

  constructor(world: EventWorld, desk: Desk, clock: DeskClock) {
    this.#world = world;
    this.#desk = desk;
    this.#clock = clock;
  }

  async begin(
    { plan, answers }: Pick<Life, 'plan' | 'answers'>,
    { today, effectiveDate }: { today: string; effectiveDate: string },
  ): Promise<void> {
    this.#clock.today = today;
    const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
    const intake = { ...intakeOf({ 'client.name': 'Corner Shop' }), ...asAnswers(answers) };
    this.#policyId = await this.#desk.issueQuoted({ intake, action, plan, effectiveDate });
    await this.#look();
  }

  async pass(to: string): Promise<void> {
    this.#clock.today = to;
    await this.#look();
  }

  pay(amount: string): Promise<Done> {
    const reference = `payment ${this.#clock.seconds}`;
    return this.#fire('PAYMENT_RECEIVED', { amount: Number(amount), reference });
  }

  refund(amount: string): Promise<Done> {
    return this.#fire('PAYMENT_REFUND', { amount: Number(amount) });
  }

  async returnable(): Promise<{ reference: string; amount: string }[]> {
    const payments = await Payment.query(this.#world.db)
      .where('policy_id', this.#policyId)
      .orderBy('received_at');
    const returned = new Set(payments.map(({ reverses }) => reverses));
    return payments.filter(({ id, amount }) => Number(amount) > 0 && !returned.has(id));
  }

  reverse(reference: string, amount: string): Promise<Done> {
    return this.#fire('PAYMENT_REVERSED', {
      reference,
      amount: Number(amount),
      reason: 'Insufficient funds',
    });
  }

  async audit(effectiveDate: string, revenue: { before: number; counted: number }): Promise<Done> {
    const policyId = this.#policyId;
    const { before: previousAmount, counted: updatedAmount } = revenue;
    const exposures = [{ type: 'shop.revenue', previousAmount, updatedAmount }];
    const trueUpRequest = { effectiveDate, exposures };
    const quoted = await this.#desk.fire('POLICY_TRUE_UP_QUOTING', { policyId, trueUpRequest });
    if ('refused' in quoted) return 'REFUSED';
    return this.#fire('POLICY_ENDORSE', { quoteId: quoted.metadata.quoteId, effectiveDate });
  }

  async endorse(effectiveDate: string, answers: Partial<Answers>): Promise<Done> {
    const policyId = this.#policyId;
    const quoting = { policyId, effectiveDate, intake: asAnswers(answers) };
    const quoted = await this.#desk.fire('POLICY_ENDORSEMENT_QUOTING', quoting);
    if ('refused' in quoted) return 'REFUSED';
    return this.#fire('POLICY_ENDORSE', { quoteId: quoted.metadata.quoteId, effectiveDate });
  }

  agree(effectiveDate: string, premium: string): Promise<Done> {
    return this.#fire('POLICY_ENDORSE', { premium: Number(premium), effectiveDate });
  }

  async enter(effectiveDate: string, premium: string): Promise<{ id: string } | 'REFUSED'> {
    const given = { effectiveDate, premium, appliedToStatement: false };
    const entry = await this.#locked((trx, policy, hand) => recordByHand(trx, policy, given, hand));
    if ('reason' in entry) return 'REFUSED';
    await this.#look();
    return { id: entry.id };
  }

  async edit(id: string, effectiveDate: string, premium: string): Promise<Done> {
    const change = { id, effectiveDate, premium };
    const result = await this.#locked((trx, policy, hand) => editByHand(trx, policy, change, hand));
    return result === 'CHANGED' ? 'DONE' : 'REFUSED';
  }

  async delete(id: string): Promise<Done> {
    const result = await this.#locked((trx, policy, hand) => deleteByHand(trx, policy, id, hand));
    return result === 'CHANGED' ? 'DONE' : 'REFUSED';
  }

  async openEntries(): Promise<string[]> {
    const entries = await LedgerEntry.query(this.#world.db)
      .where({ parent_policy_id: this.#policyId, applied_to_statement: false })
      .whereNull('deleted_at')
      .orderBy('created_at');
    return entries.map(({ id }) => id);
  }

  cancel(effectiveDate: string, method: Method): Promise<Done> {
    const reasons: Partial<Record<Method, string>> = { PRO_RATA: proRataReason, NON_PAYMENT: notPaidReason };
    const reason = method in reasons ? { cancellationReasonConfigId: reasons[method] } : {};
    return this.#fire('POLICY_CANCEL', { effectiveDate, ...reason });
  }

  reinstate(effectiveDate: string): Promise<Done> {
    return this.#fire('POLICY_REINSTATE', { effectiveDate });
  }

  async correct(to: string): Promise<Done> {
    const objection = await this.#locked((trx, policy, hand) =>
      correctEffectiveDate(trx, policy, to, { ...hand, acknowledged: [] }),
    );
    await this.#look();
    return objection === null ? 'DONE' : 'REFUSED';
  }

  async seen(): Promise<Seen> {
    const { db } = this.#world;
    const by = { policy_id: this.#policyId };
    const policy = await Policy.query(db).findById(this.#policyId).throwIfNotFound();
    const [changes, lines, times, statements, payments, entries] = await Promise.all([
      readPolicyChanges(db, policy),
      readLines(db, policy.id),
      LedgerLine.query(db).where(by).whereNot('premium_change', 0).orderBy('seq').select('created_at'),
      Statement.query(db).where(by).orderBy(['term_number', 'number']),
      Payment.query(db).where(by),
      LedgerEntry.query(db).where('parent_policy_id', policy.id).whereNull('deleted_at'),
    ]);
    const timed = lines.map((line, index) => ({ ...line, recordedAt: times[index]!.createdAt }));
    const { status: _, ...standing } = standingOf(statements, payments, utcDate(this.#clock.now()));
    return {
      terms: historyOf(changes)!.terms.map((term) => ({
        number: term.number,
        from: term.effectiveDate,
        until: term.expirationDate,
        cancelledOn: term.cancellation?.cancelledOn ?? null,
        lines: timed.filter(({ termNumber }) => termNumber === term.number),
        charges: [...term.charges],
        open: entries.flatMap(({ termNumber, appliedToStatement, premium }) =>
          termNumber === term.number && !appliedToStatement ? [premium] : [],
        ),
      })),
      statements: statements.map(({ data, ...statement }) => ({
        ...statement,
        premium: String(data.premium),
        taxesAndFees: String(data.taxesAndFees),
        instalmentFee: String(data.instalmentFee ?? '0.00'),
        fee: String(data.fee ?? data.writtenOff ?? '0.00'),
        about: typeof data.statementId === 'string' ? data.statementId : null,
        effectiveDate: typeof data.effectiveDate === 'string' ? data.effectiveDate : null,
      })),
      payments: payments.map(({ amount }) => amount),
      hasReturned: payments.some(({ reverses }) => reverses !== null),
      status: policy.status,
      balance: standing.balance,
      refundable: owedBack({ ...standing, onItsWay: '0' }),
      now: this.#clock.now(),
    };
  }

  async #fire(type: Parameters<PolicyDesk['fire']>[0], payload: object): Promise<Done> {
    this.#clock.seconds += 1;
    const outcome = await this.#desk.fire(type, { policyId: this.#policyId, ...payload });
    await this.#look();
    return 'refused' in outcome ? 'REFUSED' : 'DONE';
  }

  #look(): Promise<void> {
    this.#clock.seconds += 1;
    return this.#desk.lookAfter(this.#policyId);
  }

  #locked<T>(
    work: (
      trx: EventWorld['db'],
      policy: Policy,
      hand: { createdBy: { name: string }; now: BusinessTime },
    ) => Promise<T>,
  ): Promise<T> {
    this.#clock.seconds += 1;
    return this.#world.db.transaction(async (trx) => {
      const policy = await lockPolicy(trx, this.#policyId);
      return work(trx, policy!, { createdBy: atTheLedger, now: new BusinessTime(this.#clock.now()) });
    });
  }
}

function asAnswers(answers: Partial<Answers>) {
  const pairs = Object.entries(answers).map(([name, value]) => [`shop.${name}`, String(value)]);
  return intakeOf(Object.fromEntries(pairs));
}
