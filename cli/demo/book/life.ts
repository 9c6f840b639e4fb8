import { standingOfPolicy } from '../../../db/billing/settle-account.js';
import type { Database } from '../../../db/database.js';
import { Policy } from '../../../db/models/policy.js';
import { Quote } from '../../../db/models/quote.js';
import { Statement } from '../../../db/models/statement.js';
import type { EventType } from '../../../domain/events/catalogue.js';
import type { Author } from '../../../domain/ground/author.js';
import { addDays, earlierOf, laterOf } from '../../../domain/ground/calendar.js';
import type { JsonObject } from '../../../domain/ground/json.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { Cents } from '../../../domain/money/cents.js';
import { type DemoOrganization, demoAgency, demoCarrier } from '../organizations.js';
import { marks } from './insured.js';
import type { Firing, Office, Outcome } from './office.js';
import type { BookProduct } from './products.js';
import type { Random } from './random.js';
import { changedAnswer, riskOf, termsOf, textOf } from './risks.js';

/** A policy whose life has come to the book's day. */
export interface LivedPolicy {
  id: string;
  product: BookProduct;
  /** `YYYY-MM-DD`: of its first term, whose number it has. */
  begunOn: string;
  /** The day of its next task; undefined if nothing is left to do. */
  nextOn?: string | undefined;
}

export interface LifeToLive {
  db: Database;
  office: Office;
  products: readonly BookProduct[];
  /** The last day, `YYYY-MM-DD`. */
  today: string;
  /** The person who sells, known under marks. */
  producerId: string;
}

/** Relative frequency of the products; any other product has 10. */
const weights: Readonly<Record<string, number>> = {
  'general-liability': 60,
  cyber: 28,
  'business-package': 12,
};
const planWeights: Readonly<Record<string, number>> = {
  ...{ FULL_PAYMENT: 55, MONTHLY: 24, BI_ANNUALLY: 10, ANNUALLY: 6, FINANCE: 5 },
};
/** Policies begin up to this many days ago, and some in the coming days. */
const daysBack = 540;
const daysAhead = 45;
const secondPolicyShare = 0.2;

const notes = ['Called about the renewal.', 'Asked for a certificate.', 'Sent loss runs.'];
const endorsementLabels = ['Limits changed', 'Payroll updated', 'Operations changed', 'Coverage changed'];

interface Step {
  on: string;
  take: () => Promise<unknown>;
}

/**
 * The life of a client up to a day: quotes, a policy or two, and whatever the parties do about them, each an event of
 * the service. What happens by itself, such as billing or a cancellation for non-payment, is left to the service.
 */
export class Life {
  readonly policies: LivedPolicy[] = [];
  readonly seller: DemoOrganization;
  readonly state: string;
  readonly naics: string;
  readonly producerId: string;
  clientId = '';
  /** The last day on which something happened. */
  lastDay = '';
  readonly #random: Random;
  readonly #toLive: LifeToLive;
  readonly #steps: Step[] = [];
  readonly #first: { product: BookProduct; begunOn: string; answers: AnswerMap };
  /** The statements for which a payment was decided on. */
  readonly #decided = new Set<string>();
  readonly #termsPlanned = new Map<string, number>();
  readonly #paysOnTime: number;

  constructor(random: Random, toLive: LifeToLive) {
    this.#random = random;
    this.#toLive = toLive;
    this.producerId = toLive.producerId;
    const { products, today } = toLive;
    const product = random.weighted(products.map((one) => [one, weights[one.key] ?? 10] as const));
    const day = addDays(today, daysAhead - random.between(0, daysBack + daysAhead));
    // Clones move within the month.
    const begunOn = day.slice(-2) > '28' ? `${day.slice(0, 8)}28` : day;
    const answers = riskOf(random, product, { effectiveDate: begunOn });
    if (answers === undefined)
      throw new Error(`No variation of the demo intake of ${product.key} is quoted.`);
    this.#first = { product, begunOn, answers };
    this.seller = product.key === 'business-package' && random.chance(0.6) ? demoAgency : demoCarrier;
    this.state = textOf(answers, 'client.state');
    this.naics = textOf(answers, 'client.industry.naics');
    this.#paysOnTime = random.chance(0.93) ? 0.99 : 0.6;
  }

  /** Lives it, day by day. */
  async live(): Promise<void> {
    const { office, today } = this.#toLive;
    const { product, begunOn, answers } = this.#first;
    const lead = this.#random.between(1, 40);
    this.#plan(earlierOf(addDays(begunOn, -lead), addDays(today, -1)), () =>
      this.#buy(product, begunOn, answers),
    );
    for (let day = this.#nextDay(); day !== undefined && day <= today; day = this.#nextDay()) {
      office.goTo(day);
      this.lastDay = day;
      for (const { take } of this.#steps.filter(({ on }) => on === day)) await take();
      this.#steps.splice(0, Infinity, ...this.#steps.filter(({ on }) => on > day));
      for (const policy of this.policies) await this.#check(policy);
    }
  }

  #nextDay(): string | undefined {
    const days = [...this.#steps.map(({ on }) => on), ...this.policies.flatMap(({ nextOn }) => nextOn ?? [])];
    return days.sort()[0];
  }

  #plan(on: string, take: Step['take']): void {
    // Not on a day that is over.
    this.#steps.push({ on: laterOf(on, addDays(this.#toLive.office.today || '0001-01-01', 1)), take });
  }

  async #buy(product: BookProduct, begunOn: string, answers: AnswerMap): Promise<void> {
    const random = this.#random;
    const known = this.clientId === '' ? {} : { clientId: this.clientId };
    const offered = termsOf(product);
    const term = offered.includes('HALF_YEAR') && random.chance(0.1) ? 'HALF_YEAR' : 'ANNUAL';
    const payload = { ...known, effectiveDate: begunOn, term, intake: answers };
    const quoting = await this.#fire(product, 'GET_QUOTES', payload, 'SELLER');
    this.clientId = String(quoting.client);
    const { db } = this.#toLive;
    const quote = await Quote.query(db)
      .where({ client_id: this.clientId, action_id: product.action.id })
      .orderBy('quote_timestamp', 'desc')
      .first()
      .throwIfNotFound();
    const quoteId = quote.requestId;
    const paymentPlans = { [quoteId]: this.#paymentPlan(product) };
    const binding = { clientId: this.clientId, quoteIds: [quoteId] };
    const isPaidAhead = this.seller !== demoCarrier;
    if (isPaidAhead) {
      // The agency binds what is paid; the carrier has the money.
      const setUp = { ...binding, selectedPaymentPlans: paymentPlans };
      const { PAYMENT_SETUP: session } = await this.#fire(product, 'PAYMENT_SETUP', setUp, 'SELLER');
      const { paymentTriggerRequestId } = session as JsonObject;
      await this.#fire(product, 'PAYMENT_RECEIVED', { paymentTriggerRequestId }, 'CARRIER');
    }
    const issued = await this.#fire(
      product,
      'POLICY_CREATE',
      { ...binding, paymentPlans, ...(!isPaidAhead && { paymentRequired: false }) },
      'SELLER',
    );
    const { policies } = issued.POLICY_CREATE as { policies: { id: string }[] };
    this.policies.push(...policies.map(({ id }) => ({ id, product, begunOn })));
    if (this.policies.length === 1 && this.seller === demoCarrier && random.chance(secondPolicyShare)) {
      this.#planSecondPolicy(begunOn);
    }
  }

  /** A client buys a second policy, if a product quotes one. */
  #planSecondPolicy(after: string): void {
    const { products } = this.#toLive;
    const product = this.#random.pick(products);
    const on = addDays(after, this.#random.between(10, 200));
    const begunOn = `${on.slice(0, 8)}${after.slice(-2)}`;
    const aboutClient = Object.entries(this.#first.answers).filter(([qid]) => qid.startsWith('client.'));
    const known = Object.fromEntries(aboutClient);
    const answers = riskOf(this.#random, product, { effectiveDate: begunOn, known });
    if (answers !== undefined) this.#plan(addDays(begunOn, -5), () => this.#buy(product, begunOn, answers));
  }

  #paymentPlan({ settings }: BookProduct): string {
    const plans = settings.paymentPlans.filter(
      ({ plan }) => plan !== 'FINANCE' || this.seller === demoCarrier,
    );
    return this.#random.weighted(plans.map(({ plan }) => [plan, planWeights[plan] ?? 5] as const));
  }

  /** Lets the service do what is due, and decides how the parties go on. */
  async #check(policy: LivedPolicy): Promise<void> {
    const { db, office } = this.#toLive;
    policy.nextOn = await office.check(policy.id);
    if (policy.nextOn !== undefined && policy.nextOn <= office.today) {
      throw new Error(`A task of ${policy.nextOn} stays open on ${office.today}.`);
    }
    const row = await Policy.query(db).findById(policy.id).throwIfNotFound();
    await this.#planPayments(policy);
    if (row.termNumber > (this.#termsPlanned.get(policy.id) ?? 0)) {
      this.#termsPlanned.set(policy.id, row.termNumber);
      this.#planTerm(policy, row);
    }
    const wasCancelled = row.cancelledOn !== null || row.policyState === 'INACTIVE_UNSETTLED';
    if (wasCancelled && !this.#decided.has(`${policy.id} ${row.cancelledOn}`)) {
      this.#decided.add(`${policy.id} ${row.cancelledOn}`);
      if (row.cancelledOn !== null && this.#random.chance(0.3))
        this.#planReinstatement(policy, row.cancelledOn);
    }
  }

  async #planPayments({ id: policyId, product }: LivedPolicy): Promise<void> {
    const { db, office } = this.#toLive;
    const random = this.#random;
    const statements = await Statement.query(db)
      .where('policy_id', policyId)
      .whereIn('state', ['DUE', 'PAST_DUE'])
      .orderBy(['term_number', 'number']);
    for (const { id, dueDate } of statements) {
      if (this.#decided.has(id)) continue;
      this.#decided.add(id);
      if (!random.chance(this.#paysOnTime)) continue;
      const late = random.chance(0.06) ? random.between(2, 12) : -random.between(0, 9);
      this.#plan(addDays(dueDate, late), () => this.#pay(policyId, product, id));
    }
    const key = `refund ${policyId} ${office.today.slice(0, 7)}`;
    if (this.#decided.has(key)) return;
    const { balance } = await standingOfPolicy(db, policyId, office.today);
    if (Number(balance) >= 0) return;
    this.#decided.add(key);
    if (!random.chance(0.85)) return;
    this.#plan(addDays(office.today, random.between(5, 20)), async () => {
      const { balance: left } = await standingOfPolicy(db, policyId, office.today);
      if (Number(left) < 0) await this.#fire(product, 'PAYMENT_REFUND', { policyId }, 'CARRIER');
    });
  }

  /** Pays what is open of a statement. */
  async #pay(policyId: string, product: BookProduct, statementId: string): Promise<void> {
    const statement = await Statement.query(this.#toLive.db).findById(statementId).throwIfNotFound();
    const open = Cents.of(statement.amount).minus(Cents.of(statement.paidAmount));
    if (statement.state === 'VOID' || !Cents.zero.isLessThan(open)) return;
    const reference = `check ${this.#toLive.office.today} ${statement.number}`;
    const payment = { policyId, amount: Number(open.toAmount()), reference };
    await this.#fire(product, 'PAYMENT_RECEIVED', payment, 'CARRIER');
  }

  /** What the insured wants of a term, decided as it begins. */
  #planTerm({ id: policyId, product }: LivedPolicy, { effectiveDate, expirationDate }: Policy): void {
    const random = this.#random;
    const within = (least: number, most: number) => addDays(effectiveDate, random.between(least, most));
    if (random.chance(0.13)) this.#planEndorsement({ policyId, product, on: within(10, 300) });
    if (random.chance(0.07)) {
      const on = within(30, 300);
      const { reasons = [] } = product.settings.cancellation;
      const reason = reasons.find(({ ground }) => ground === 'INSURED_REQUEST');
      const payload = {
        ...{
          policyId,
          effectiveDate: on,
          label: random.pick(['Business sold', 'Coverage placed elsewhere']),
        },
        ...(reason && { cancellationReasonConfigId: reason.configId }),
      };
      this.#plan(on, () => this.#try(product, 'POLICY_CANCEL', payload, 'CARRIER'));
    }
    if (random.chance(0.08)) {
      const note = { policyId, type: 'NOTE', label: 'Note', description: random.pick(notes) };
      this.#plan(within(1, 300), () => this.#try(product, 'POLICY_EVENT_RECORD', note, 'CARRIER'));
    }
    const renews = random.chance(0.82);
    this.#plan(addDays(expirationDate, -random.between(8, 25)), () =>
      this.#decideRenewal({ policyId, product, renews }),
    );
  }

  #planEndorsement({ policyId, product, on }: { policyId: string; product: BookProduct; on: string }): void {
    const random = this.#random;
    // Some are reported late, some ahead; a seller may not date back.
    const days = this.seller === demoCarrier && random.chance(0.3) ? random.between(-9, 9) : 0;
    this.#plan(on, async () => {
      const effectiveDate = addDays(on, days);
      const { intake: answers } = await Quote.query(this.#toLive.db)
        .where({ client_id: this.clientId, product_id: product.header.id, action_id: product.action.id })
        .first()
        .throwIfNotFound();
      const intake = changedAnswer(random, product, answers);
      if (intake === undefined) return;
      const change = { policyId, effectiveDate };
      const quoted = await this.#try(product, 'POLICY_ENDORSEMENT_QUOTING', { ...change, intake }, 'SELLER');
      if ('refused' in quoted) return;
      const quoteId = String(quoted.metadata.quoteId);
      const { bindable } = await Quote.query(this.#toLive.db).findById(quoteId).throwIfNotFound();
      if (!bindable) return;
      const label = random.pick(endorsementLabels);
      await this.#try(product, 'POLICY_ENDORSE', { ...change, quoteId, label }, 'SELLER');
    });
  }

  /** Pays what is owed, and asks for coverage again. */
  #planReinstatement({ id: policyId, product }: LivedPolicy, effectiveDate: string): void {
    this.#plan(addDays(this.#toLive.office.today, this.#random.between(3, 15)), async () => {
      const { db } = this.#toLive;
      const open = await Statement.query(db)
        .where('policy_id', policyId)
        .whereIn('state', ['DUE', 'PAST_DUE'])
        .orderBy(['term_number', 'number']);
      for (const { id } of open) await this.#pay(policyId, product, id);
      await this.#try(product, 'POLICY_REINSTATE', { policyId, effectiveDate }, 'CARRIER');
    });
  }

  async #decideRenewal({
    policyId,
    product,
    renews,
  }: {
    policyId: string;
    product: BookProduct;
    renews: boolean;
  }): Promise<void> {
    const { db } = this.#toLive;
    const policy = await Policy.query(db).findById(policyId).throwIfNotFound();
    if (policy.policyState !== 'ACTIVE' || policy.cancelledOn !== null) return;
    if (!renews) {
      await this.#try(product, 'CANCEL_RENEWAL', { policyId }, 'SELLER');
    } else if (policy.renewalQuoteId === null) {
      const quote = await Quote.query(db)
        .where({ client_id: this.clientId, product_id: product.header.id, type: 'RENEWAL', bindable: true })
        .where('effective_date', policy.expirationDate)
        .first();
      if (quote === undefined) return;
      await this.#try(product, 'RENEWAL_QUOTE_SELECTED', { policyId, quoteId: quote.requestId }, 'SELLER');
    }
  }

  /** Fires an event that must succeed. */
  async #fire(product: BookProduct, type: EventType, payload: object, by: 'SELLER' | 'CARRIER') {
    const outcome = await this.#try(product, type, payload, by);
    if ('refused' in outcome) throw new Error(`${type} was refused: ${outcome.refused}`);
    return outcome.metadata;
  }

  /** Fires an event that may be refused, as the service refuses what came too late. */
  #try(product: BookProduct, type: EventType, payload: object, by: 'SELLER' | 'CARRIER'): Promise<Outcome> {
    const organization = by === 'SELLER' ? this.seller : demoCarrier;
    const own = { organizationId: organization.id, organizationName: organization.name };
    const firedBy: Author =
      by === 'CARRIER'
        ? { kind: 'API_KEY', name: 'Back office', ...own }
        : {
            kind: 'USER',
            id: this.producerId,
            personId: this.producerId,
            name: `${marks.producerFirstName} ${marks.producerLastName}`,
            ...own,
          };
    const firing: Firing = { organization, firedBy, product };
    return this.#toLive.office.fire(firing, type, payload);
  }
}
