import { standingOfPolicy } from '../../../db/billing/settle-account.js';
import type { Database } from '../../../db/database.js';
import { Policy } from '../../../db/models/policy.js';
import { Quote } from '../../../db/models/quote.js';
import { Statement } from '../../../db/models/statement.js';
import type { EventType } from '../../../domain/events/catalog.js';
import type { Author } from '../../../domain/ground/author.js';
import { addDays, earlierOf, laterOf } from '../../../domain/ground/calendar.js';
import type { JsonObject } from '../../../domain/ground/json.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { Cents } from '../../../domain/money/cents.js';
import { type DemoOrganization, demoAgency, demoCarrier } from '../organizations.js';
import { marks } from './insured.js';
import type { Office, Outcome } from './office.js';
import type { BookProduct } from './products.js';
import type { Random } from './random.js';
import { changedAnswer, riskOf, termsOf, textOf } from './risks.js';

/** A policy whose life has come to the book's day. */
export interface LivedPolicy {
  id: string;
  product: BookProduct;
  /** `YYYY-MM-DD`: the first day of its first term. */
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
  mostPolicies: 1 | 2;
}

type Weights = Readonly<Record<string, number>>;
/** Relative frequencies; of any other it is 10. */
const productWeights: Weights = { 'general-liability': 60, cyber: 28, 'business-package': 12 };
const planWeights: Weights = { FULL_PAYMENT: 55, MONTHLY: 24, BI_ANNUALLY: 10, ANNUALLY: 6, FINANCE: 5 };
/** Policies begin up to this many days ago, and some in the coming days. */
const [daysBack, daysAhead] = [540, 45];
const secondPolicyShare = 0.2;
const isOpen = ['DUE', 'PAST_DUE'];
const notes = ['Called about the renewal.', 'Asked for a certificate.', 'Sent loss runs.'];
const changes = ['Limits changed', 'Payroll updated', 'Operations changed', 'Coverage changed'];

type Step = () => Promise<unknown>;

/**
 * The life of a client up to a day: quotes, a policy or two, and whatever the parties do about them, each an event of
 * the service. What happens by itself, such as billing or a cancellation for non-payment, is left to the service.
 */
export class Life {
  readonly policies: LivedPolicy[] = [];
  readonly seller: DemoOrganization;
  readonly producerId: string;
  clientId = '';
  /** The last day on which something happened. */
  lastDay = '';
  readonly #random: Random;
  readonly #toLive: LifeToLive;
  readonly #first: { product: BookProduct; begunOn: string; answers: AnswerMap };
  readonly #paysOnTime: number;
  #steps: { on: string; take: Step }[] = [];
  /** What was decided about: terms, statements, cancellations, credits. */
  readonly #decided = new Set<string>();

  constructor(random: Random, toLive: LifeToLive) {
    const { products, today } = toLive;
    const product = random.weighted(products.map((one) => [one, productWeights[one.key] ?? 10] as const));
    const day = addDays(today, daysAhead - random.between(0, daysBack + daysAhead));
    // Clones move within the month.
    const begunOn = day.slice(-2) > '28' ? `${day.slice(0, 8)}28` : day;
    const answers = riskOf(random, product, { effectiveDate: begunOn });
    if (answers === undefined)
      throw new Error(`No variation of the demo intake of ${product.key} is quoted.`);
    this.#random = random;
    this.#toLive = toLive;
    this.#first = { product, begunOn, answers };
    this.#paysOnTime = random.chance(0.93) ? 0.99 : 0.6;
    this.producerId = toLive.producerId;
    this.seller = product.key === 'business-package' && random.chance(0.6) ? demoAgency : demoCarrier;
  }

  /** The state and the industry of the client. */
  get place(): { state: string; naics: string } {
    const { answers } = this.#first;
    return { state: textOf(answers, 'client.state'), naics: textOf(answers, 'client.industry.naics') };
  }

  /** Lives it, day by day. */
  async live(): Promise<void> {
    const { office, today } = this.#toLive;
    const { product, begunOn, answers } = this.#first;
    const issuedOn = earlierOf(addDays(begunOn, -this.#random.between(1, 40)), addDays(today, -1));
    this.#steps.push({ on: issuedOn, take: () => this.#buy(product, begunOn, answers) });
    for (let day = this.#nextDay(); day !== undefined && day <= today; day = this.#nextDay()) {
      office.goTo(day);
      this.lastDay = day;
      const due = this.#steps.filter(({ on }) => on === day);
      this.#steps = this.#steps.filter(({ on }) => on !== day);
      for (const { take } of due) await take();
      for (const policy of this.policies) await this.#check(policy);
    }
  }

  #nextDay(): string | undefined {
    const tasks = this.policies.flatMap(({ nextOn }) => nextOn ?? []);
    return [...tasks, ...this.#steps.map(({ on }) => on)].sort()[0];
  }

  /** Plans a step for a day to come. */
  #plan(on: string, take: Step): void {
    this.#steps.push({ on: laterOf(on, addDays(this.lastDay, 1)), take });
  }

  /** True the first time only. */
  #isNew(matter: string): boolean {
    return !this.#decided.has(matter) && this.#decided.add(matter).has(matter);
  }

  async #buy(product: BookProduct, begunOn: string, intake: AnswerMap): Promise<void> {
    const random = this.#random;
    const bySeller = { product, by: this.seller };
    const term = termsOf(product).includes('HALF_YEAR') && random.chance(0.1) ? 'HALF_YEAR' : 'ANNUAL';
    const known = this.policies.length > 0 && { clientId: this.clientId };
    const toQuote = { ...known, effectiveDate: begunOn, term, intake };
    const { client: clientId } = await this.#done(bySeller, 'GET_QUOTES', toQuote);
    this.clientId = String(clientId);
    const quote = this.#quotes({ action_id: product.action.id, package_request_id: null })
      .orderBy('quote_timestamp', 'desc')
      .first();
    const { requestId: quoteId } = await quote.throwIfNotFound();
    const plans = product.settings.paymentPlans
      .filter(({ plan }) => plan !== 'FINANCE' || this.seller === demoCarrier)
      .map(({ plan }) => [plan, planWeights[plan] ?? 10] as const);
    const binding = { clientId, quoteIds: [quoteId] };
    const paymentPlans = { [quoteId]: random.weighted(plans) };
    // The agency binds what is paid, and the carrier has the money.
    const isPaidAhead = this.seller !== demoCarrier;
    if (isPaidAhead) {
      const setUp = { ...binding, selectedPaymentPlans: paymentPlans };
      const { PAYMENT_SETUP: session } = await this.#done(bySeller, 'PAYMENT_SETUP', setUp);
      const { paymentTriggerRequestId } = session as JsonObject;
      await this.#done({ product, by: demoCarrier }, 'PAYMENT_RECEIVED', { paymentTriggerRequestId });
    }
    const toIssue = { ...binding, paymentPlans, ...(!isPaidAhead && { paymentRequired: false }) };
    const { POLICY_CREATE: issued } = await this.#done(bySeller, 'POLICY_CREATE', toIssue);
    const { policies } = issued as { policies: { id: string }[] };
    this.policies.push(...policies.map(({ id }) => ({ id, product, begunOn })));
    const buysMore = this.seller === demoCarrier && random.chance(secondPolicyShare);
    if (buysMore && this.policies.length < this.#toLive.mostPolicies) this.#planSecondPolicy(begunOn);
  }

  /** The client buys another policy, if the product quotes it. */
  #planSecondPolicy(after: string): void {
    const random = this.#random;
    const product = random.pick(this.#toLive.products);
    const begunOn = `${addDays(after, random.between(10, 200)).slice(0, 8)}${after.slice(-2)}`;
    const known = Object.entries(this.#first.answers).filter(([qid]) => qid.startsWith('client.'));
    const answers = riskOf(random, product, { effectiveDate: begunOn, known: Object.fromEntries(known) });
    if (answers !== undefined) this.#plan(addDays(begunOn, -5), () => this.#buy(product, begunOn, answers));
  }

  /** Lets the service do what is due, and decides how the parties go on. */
  async #check(policy: LivedPolicy): Promise<void> {
    const { db, office } = this.#toLive;
    const random = this.#random;
    policy.nextOn = await office.check(policy.id);
    if (policy.nextOn !== undefined && policy.nextOn <= this.lastDay) {
      throw new Error(`A task of ${policy.nextOn} stays open on ${this.lastDay}.`);
    }
    const row = await Policy.query(db).findById(policy.id).throwIfNotFound();
    if (this.#isNew(`${row.id} term ${row.termNumber}`)) this.#planTerm(policy, row);
    if (row.cancelledOn !== null && this.#isNew(`${row.id} ${row.cancelledOn}`) && random.chance(0.3)) {
      this.#planReinstatement(policy, row.cancelledOn);
    }
    for (const { id, dueDate } of await this.#openStatements(row.id)) {
      if (!this.#isNew(id) || !random.chance(this.#paysOnTime)) continue;
      const days = random.chance(0.06) ? random.between(2, 12) : -random.between(0, 9);
      this.#plan(addDays(dueDate, days), () => this.#pay(policy, id));
    }
    if ((await this.#isInCredit(row.id)) && this.#isNew(`${row.id} credit ${this.lastDay.slice(0, 7)}`)) {
      this.#plan(addDays(this.lastDay, random.between(5, 20)), async () => {
        const { product } = policy;
        if (!(await this.#isInCredit(row.id))) return;
        await this.#done({ product, by: demoCarrier }, 'PAYMENT_REFUND', { policyId: row.id });
      });
    }
  }

  #openStatements(policyId: string) {
    const open = Statement.query(this.#toLive.db).where('policy_id', policyId).whereIn('state', isOpen);
    return open.orderBy(['term_number', 'number']);
  }

  async #isInCredit(policyId: string): Promise<boolean> {
    const { balance } = await standingOfPolicy(this.#toLive.db, policyId, this.lastDay);
    return balance.startsWith('-');
  }

  #quotes(where: object) {
    return Quote.query(this.#toLive.db).where({ client_id: this.clientId, ...where });
  }

  /** Pays what is open of a statement. */
  async #pay({ id: policyId, product }: LivedPolicy, statementId: string): Promise<void> {
    const statement = await Statement.query(this.#toLive.db).findById(statementId).throwIfNotFound();
    const open = Cents.of(statement.amount).minus(Cents.of(statement.paidAmount));
    if (statement.state === 'VOID' || !Cents.zero.isLessThan(open)) return;
    const reference = `check ${this.lastDay} ${statement.number}`;
    const payment = { policyId, amount: Number(open.toText()), reference };
    await this.#done({ product, by: demoCarrier }, 'PAYMENT_RECEIVED', payment);
  }

  /** What the insured wants of a term, decided as it begins. */
  #planTerm({ id: policyId, product }: LivedPolicy, { effectiveDate, expirationDate }: Policy): void {
    const random = this.#random;
    const byCarrier = { product, by: demoCarrier };
    const within = (least: number, most: number) => addDays(effectiveDate, random.between(least, most));
    if (random.chance(0.13)) this.#planEndorsement({ policyId, product, on: within(10, 300) });
    if (random.chance(0.07)) {
      const on = within(30, 300);
      const reason = product.settings.cancellation.reasons.find((one) => one.ground === 'INSURED_REQUEST');
      const label = random.pick(['Business sold', 'Coverage placed elsewhere']);
      const given = reason && { cancellationReasonConfigId: reason.configId };
      const cancellation = { policyId, effectiveDate: on, label, ...given };
      this.#plan(on, () => this.#try(byCarrier, 'POLICY_CANCEL', cancellation));
    }
    if (random.chance(0.08)) {
      const note = { policyId, type: 'NOTE', label: 'Note', description: random.pick(notes) };
      this.#plan(within(1, 300), () => this.#try(byCarrier, 'POLICY_EVENT_RECORD', note));
    }
    const decision = random.chance(0.82) ? 'RENEW' : 'LEAVE';
    this.#plan(addDays(expirationDate, -random.between(8, 25)), () =>
      this.#decideRenewal({ policyId, product }, decision),
    );
  }

  #planEndorsement({ policyId, product, on }: { policyId: string; product: BookProduct; on: string }): void {
    const random = this.#random;
    // Some are reported late, some ahead; a seller may not date back.
    const days = this.seller === demoCarrier && random.chance(0.3) ? random.between(-9, 9) : 0;
    const change = { policyId, effectiveDate: addDays(on, days) };
    const bySeller = { product, by: this.seller };
    this.#plan(on, async () => {
      const policy = await Policy.query(this.#toLive.db).findById(policyId).throwIfNotFound();
      const quoted = await this.#quotes({ request_id: policy.quoteId }).first().throwIfNotFound();
      const intake = changedAnswer(random, product, quoted.intake);
      const requoted = await this.#try(bySeller, 'POLICY_ENDORSEMENT_QUOTING', { ...change, intake });
      if ('refused' in requoted) return;
      const { quoteId } = requoted.metadata;
      const bindable = await this.#quotes({ request_id: quoteId, bindable: true }).first();
      if (bindable === undefined) return;
      await this.#try(bySeller, 'POLICY_ENDORSE', { ...change, quoteId, label: random.pick(changes) });
    });
  }

  /** The insured pays what is owed, and asks for coverage again. */
  #planReinstatement(policy: LivedPolicy, effectiveDate: string): void {
    const { id: policyId, product } = policy;
    this.#plan(addDays(this.lastDay, this.#random.between(3, 15)), async () => {
      for (const { id } of await this.#openStatements(policyId)) await this.#pay(policy, id);
      await this.#try({ product, by: demoCarrier }, 'POLICY_REINSTATE', { policyId, effectiveDate });
    });
  }

  async #decideRenewal(
    { policyId, product }: { policyId: string; product: BookProduct },
    decision: 'RENEW' | 'LEAVE',
  ): Promise<void> {
    const bySeller = { product, by: this.seller };
    const policy = await Policy.query(this.#toLive.db).findById(policyId).throwIfNotFound();
    if (policy.policyState !== 'ACTIVE' || policy.cancelledOn !== null) return;
    if (decision === 'LEAVE') {
      await this.#try(bySeller, 'CANCEL_RENEWAL', { policyId });
    } else if (policy.renewalQuoteId === null) {
      const renewal = { product_id: product.header.id, type: 'RENEWAL', bindable: true };
      const quote = await this.#quotes({ ...renewal, effective_date: policy.expirationDate }).first();
      const selection = { policyId, quoteId: quote?.requestId };
      if (quote) await this.#try(bySeller, 'RENEWAL_QUOTE_SELECTED', selection);
    }
  }

  /** Fires an event that must succeed. */
  async #done(about: Firing, type: EventType, payload: object): Promise<JsonObject> {
    const outcome = await this.#try(about, type, payload);
    if ('refused' in outcome) throw new Error(`${type} was refused: ${outcome.refused}`);
    return outcome.metadata;
  }

  /** Fires an event that may be refused, as the service refuses what comes too late. */
  #try({ product, by }: Firing, type: EventType, payload: object): Promise<Outcome> {
    const person: Author = {
      kind: 'USER',
      id: this.producerId,
      personId: this.producerId,
      name: `${marks.producerFirstName} ${marks.producerLastName}`,
    };
    const author: Author = by === this.seller ? person : { kind: 'API_KEY', name: 'Back office' };
    const firedBy = { ...author, organizationId: by.id, organizationName: by.name };
    return this.#toLive.office.fire({ organization: by, firedBy, product }, type, payload);
  }
}

interface Firing {
  product: BookProduct;
  by: DemoOrganization;
}
