import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Conflict, Unavailable } from '../../api/errors/app-error.js';
import type { Upcoming, UpcomingEntry, UpcomingType } from '../../api/policies/upcoming/schemas.js';
import { UpcomingOfPolicies } from '../../api/policies/upcoming/service.js';
import { Event } from '../../db/models/event.js';
import type { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { licenseProduct } from '../../db/products/licenses.js';
import type { EventType } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aClockWorld, type ClockWorld } from '../support/clock-world.js';
import { intakeOf } from '../support/event-factory.js';
import { fullAuthority } from '../support/full-authority.js';
import { whoSays } from '../support/policy-life.js';
import { randomFrom } from '../support/random.js';
import { aRandomShop, type Choice, choiceBy } from '../support/random-shops.js';

const lives = Number(process.env.CLOCKED_LIVES ?? 8);
const seed = Number(process.env.SEED ?? 14);
const shops = Math.min(8, Math.ceil(lives / 6));
const clocks = Math.min(4, Math.ceil(lives / 8));
const hops = 9;
const start = Date.parse('2039-11-20T15:00:00Z');
const dayMs = 86_400_000;

let world: ClockWorld;
let foretold: UpcomingOfPolicies;
let stopWorker: () => Promise<void>;
const definitions: ProductDefinition[] = [];
const differences: { what: string; happened: unknown; foreseen: unknown }[] = [];
/** What the lives were through, so that they do not become empty unseen. */
const tally = new Map<string, number>();

beforeAll(async () => {
  const choice = choiceBy(randomFrom(seed));
  for (let nth = 0; nth < shops; nth += 1) definitions.push(aRandomShop(choice, nth));
  const [first, ...others] = definitions;
  world = await aClockWorld(first!);
  for (const definition of others) await deploy(definition);
  const { db, catalog } = world;
  foretold = new UpcomingOfPolicies({ db, catalog, now: () => new Date() });
  stopWorker = await world.startWorker();
}, 120_000);

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

async function deploy(definition: ProductDefinition): Promise<void> {
  const { db, carrier, agency } = world;
  const { versionId } = await importVersion(db, {
    ...{ definition, sha256: contentHash(definition) },
    ownerOrganizationId: carrier.organizationId,
    createdBy: { name: 'tests' },
  });
  await deployVersion(db, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
  await licenseProduct(db, {
    productId: definition.product.id,
    organizationId: agency.organizationId,
    authority: fullAuthority,
  });
}

/** A policy that lives by chance. */
interface Life {
  policyId: string;
  definition: ProductDefinition;
  choice: Choice;
  /** The share of the times at which it is paid. */
  pays: number;
}

it(
  `${lives} lives under ${clocks} clocks are on each due day what was foreseen`,
  async () => {
    await Promise.all(Array.from({ length: clocks }, (_, nth) => liveUnderAClock(nth)));
    const kinds = ['STATEMENT_CREATED', 'STATEMENT_PAST_DUE', 'PRE_POLICY_CANCELLATION', 'POLICY_CANCEL'];
    const ends = ['POLICY_RENEWAL_QUOTING', 'POLICY_RENEWED', 'POLICY_EXPIRED', 'POLICY_CLOSED'];
    expect(differences).toEqual([]);
    console.log(`seed ${seed}: ${JSON.stringify(Object.fromEntries([...tally].sort()))}`);
    // A few lives have not been through everything.
    const all = lives < 40 ? kinds : [...kinds, ...ends];
    for (const kind of [...all, 'paid']) expect(tally.get(kind), kind).toBeGreaterThan(0);
  },
  60 * 60_000,
);

async function liveUnderAClock(nth: number): Promise<void> {
  const choice = choiceBy(randomFrom(seed * 1_000 + nth));
  const { id: clockId } = await world.aClock(new Date(start).toISOString());
  const book: Life[] = [];
  for (let life = nth; life < lives; life += clocks) {
    const own = choiceBy(randomFrom(seed * 100_000 + life));
    book.push(await begin(clockId, own, definitions[life % shops]!));
  }
  for (let at = start, hop = 0; hop < hops; hop += 1) {
    await Promise.all(book.map(act));
    // What was done is done to its end.
    await world.advance(clockId, new Date(at).toISOString());
    const before = await Promise.all(book.map(look));
    at += choice.among(20, 75) * dayMs + choice.among(0, dayMs - 1);
    await world.advance(clockId, new Date(at).toISOString());
    await Promise.all(book.map((life, index) => compare(life, before[index]!)));
  }
}

async function begin(clockId: string, choice: Choice, definition: ProductDefinition): Promise<Life> {
  const zone = definition.timeZone;
  const day = new BusinessTime(new Date(start + choice.among(-10, 15) * dayMs), zone).today;
  const revenue = String(choice.among(20_000, 400_000));
  const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': revenue });
  const [action] = definition.configurations[0]!.events.GET_QUOTES!;
  const quoted = await fire(definition, 'GET_QUOTES', { effectiveDate: day, intake, clockId }, [action!.id]);
  const [quote] = quoted.quotes as unknown as QuoteObject[];
  const { POLICY_CREATE } = await fire(definition, 'POLICY_CREATE', {
    clientId: quote!.clientId,
    quoteIds: [quote!.requestId],
    paymentRequired: false,
    paymentPlans: { [quote!.requestId]: choice.one(['FULL_PAYMENT', 'MONTHLY', 'MONTHLY']) },
  });
  const [issued] = (POLICY_CREATE as unknown as { policies: { id: string }[] }).policies;
  return { policyId: issued!.id, definition, choice, pays: choice.one([0, 0.5, 0.9, 1, 1]) };
}

async function fire(
  { product }: ProductDefinition,
  type: EventType,
  payload: object,
  eventTargets?: string[],
): Promise<JsonObject> {
  const envelope = eventEnvelope.parse({
    ...{ type, lineId: product.id, payload, triggerRequestId: randomUUID() },
    ...(eventTargets && { eventTargets, forceSync: true }),
  });
  for (;;) {
    try {
      return (await world.events.fire(whoSays(world, type, payload), envelope)).metadata as JsonObject;
    } catch (error) {
      // The event is kept: it is fired again for its result, as clients of a busy service do.
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}

const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);

/** What people do between two advances; what is refused is not done. */
async function act({ policyId, definition, choice, pays }: Life): Promise<void> {
  const attempt = async (what: string, type: EventType, payload: object) => {
    try {
      await fire(definition, type, { policyId, ...payload });
      count(what);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      count(`${what} refused`);
    }
  };
  const policy = await world.policy(policyId);
  if (policy.policyState === 'CLOSED') return;
  const open = (await world.statements(policyId)).filter(({ state }) => /DUE/.test(state));
  const owed = open.reduce((sum, { amount, paidAmount }) => sum + Number(amount) - Number(paidAmount), 0);
  const share = choice.one([1, 1, 1, 0.5]);
  if (choice.whether(pays) && owed > 0) {
    const amount = Number((owed * share).toFixed(2));
    await attempt(share === 1 ? 'paid' : 'paid in part', 'PAYMENT_RECEIVED', {
      ...{ amount, reference: `${policy.version}/${policyId}` },
    });
  }
  if (choice.whether(0.03)) {
    const effectiveDate = policy.expirationDate;
    await attempt('canceled', 'POLICY_CANCEL', {
      effectiveDate: laterDay(effectiveDate, -choice.among(1, 200)),
    });
  }
  if (choice.whether(0.03)) await attempt('not renewed', 'CANCEL_RENEWAL', {});
  if (policy.lastRenewalQuoteId !== null && choice.whether(0.3)) {
    await attempt('accepted', 'RENEWAL_QUOTE_SELECTED', { quoteId: policy.lastRenewalQuoteId });
  }
}

const laterDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

interface Look {
  upcoming: Upcoming;
  policy: Policy;
  known: ReadonlySet<string>;
  recorded: ReadonlySet<string>;
}

async function look({ policyId, definition }: Life): Promise<Look> {
  const [upcoming, policy, statements, recorded] = await Promise.all([
    foretold.read(world.agency, policyId),
    world.policy(policyId),
    world.statements(policyId),
    happenings(policyId, definition),
  ]);
  const ids = recorded.map(({ id }) => id);
  return { upcoming, policy, known: new Set(statements.map(({ id }) => id)), recorded: new Set(ids) };
}

/** What follows from a cancellation, and from the quote of a renewal, is not known before. */
const horizons: readonly UpcomingType[] = ['POLICY_CANCEL', 'POLICY_RENEWAL_QUOTING'];

async function compare(life: Life, before: Look): Promise<void> {
  const { policyId, definition } = life;
  const after = await look(life);
  const { today, until, content } = before.upcoming;
  const comes = content.filter(({ unless }) => !unless.includes('UNPAID'));
  const horizon = comes.find(({ type }) => horizons.includes(type))?.on ?? '9999-12-31';
  const to = [after.upcoming.today, horizon, until].sort()[0]!;
  const foreseen = comes.filter(({ on }) => on > today && on <= to);
  const known = new Set([...before.known, ...content.flatMap(({ statementId }) => statementId ?? [])]);
  const happened = (await happenings(policyId, definition))
    .filter(({ id, on }) => !before.recorded.has(id) && on <= to)
    .map(({ on, type, statementId, rest }) =>
      textOf(on, type, known.has(statementId ?? '') ? statementId : null, rest),
    );
  const said = foreseen.flatMap((entry) => (recordedTypes.has(entry.type) ? [inWords(entry)] : []));
  differ(`what happened to ${policyId} from ${today} to ${to}`, happened.sort(), said.sort());
  for (const { type } of foreseen) count(type);
  // Nobody has done anything: the state is that of the last task.
  if (horizon > after.upcoming.today) {
    const ends = foreseen.flatMap(({ type }) => stateAfter[type] ?? []);
    const state = ends.at(-1) ?? before.policy.policyState;
    differ(`the state of ${policyId} on ${after.upcoming.today}`, after.policy.policyState, state);
  }
}

function inWords({ on, type, statementId, amount, dueDate, cancellationDate }: UpcomingEntry): string {
  if (type === 'PRE_POLICY_CANCELLATION') return textOf(on, type, null, cancellationDate ?? '');
  return textOf(on, type, statementId, type === 'STATEMENT_CREATED' ? `${amount} ${dueDate}` : '');
}

function differ(what: string, happened: unknown, foreseen: unknown): void {
  if (!isDeepStrictEqual(happened, foreseen)) differences.push({ what, happened, foreseen });
}

const textOf = (on: string, type: string, statementId: string | null | undefined, rest: string) =>
  [on, type, statementId ?? '', rest].join(' ').trim();

const stateAfter: { readonly [type in UpcomingType]?: string } = {
  COVERAGE_ENDS: 'INACTIVE_UNSETTLED',
  POLICY_EXPIRED: 'INACTIVE_UNSETTLED',
  POLICY_SETTLED: 'SETTLED',
  POLICY_CLOSED: 'CLOSED',
};

/** The types of what is recorded, by those of what is foreseen. */
const ofPolicyEvents: { readonly [type: string]: UpcomingType } = {
  STATEMENT_PAST_DUE: 'STATEMENT_PAST_DUE',
  SHORTFALL_WRITTEN_OFF: 'SHORTFALL_WRITTEN_OFF',
  CANCELLATION_NOTICE: 'PRE_POLICY_CANCELLATION',
  CANCELLATION_NOTICE_WITHDRAWN: 'CANCELLATION_NOTICE_WITHDRAWN',
  POLICY_CANCELED: 'POLICY_CANCEL',
  POLICY_RENEWED: 'POLICY_RENEWED',
  POLICY_EXPIRED: 'POLICY_EXPIRED',
  POLICY_CLOSED: 'POLICY_CLOSED',
};
const ofEvents: readonly UpcomingType[] = ['CUSTOMER_RENEWAL_90_DAYS_OUT', 'POLICY_RENEWAL_QUOTING'];
const recordedTypes: ReadonlySet<string> = new Set([
  ...Object.values(ofPolicyEvents),
  ...ofEvents,
  'STATEMENT_CREATED',
]);

interface Happening {
  id: string;
  on: string;
  type: UpcomingType;
  statementId: string | null;
  rest: string;
}

/** What has happened to a policy, with its days in the product's time zone. */
async function happenings(policyId: string, { timeZone }: ProductDefinition): Promise<Happening[]> {
  const { db } = world;
  const dayOf = (at: Date) => new BusinessTime(at, timeZone).today;
  const [recorded, fired, statements] = await Promise.all([
    PolicyEvent.query(db).where('policy_id', policyId).whereIn('type', Object.keys(ofPolicyEvents)),
    Event.query(db)
      .where('policy_id', policyId)
      .whereIn('type', [...ofEvents]),
    Statement.query(db)
      .where('policy_id', policyId)
      .whereNotNull('billed_on')
      .whereNotIn('kind', ['CANCELLATION', 'REINSTATEMENT']),
  ]);
  return [
    ...recorded.map(({ id, type, createdAt, effectiveDate, data }) => ({
      ...{ id, on: dayOf(createdAt), type: ofPolicyEvents[type]! },
      rest: type === 'CANCELLATION_NOTICE' ? (effectiveDate ?? '') : '',
      statementId: type === 'STATEMENT_PAST_DUE' ? String(data.statementId) : null,
    })),
    ...fired.map(({ triggerRequestId: id, type, businessTime }) => ({
      ...{ id, on: dayOf(businessTime!), type: type as UpcomingType, statementId: null, rest: '' },
    })),
    ...statements.map(({ id, billedOn, amount, dueDate }) => ({
      ...{ id: `billed ${id}`, on: billedOn!, type: 'STATEMENT_CREATED' as const, statementId: id },
      rest: `${Number(amount)} ${dueDate}`,
    })),
  ];
}
