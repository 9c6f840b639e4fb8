import { randomUUID } from 'node:crypto';
import { intakeOf } from '../support/event-factory.js';
import { shopIds } from '../support/shop-product.js';
import { type Answer, bodyOf, type Callers } from './callers.js';
import type { Histories } from './history.js';

/** What the operations need. Credentials are those of the organizations' keys. */
export interface Scene {
  callers: Callers;
  histories: Histories;
  random: () => number;
  seller: string;
  insurer: string;
  /** How many clients have the name. */
  clientsNamed(name: string): Promise<number>;
}

/** One operation of a caller, chosen at random. */
export type Act = (caller: number) => Promise<unknown>;

/** A thing that several callers use at once: what they do, and what is read in the end. */
export interface Subject {
  act: Act;
  atEnd?: () => Promise<unknown>;
}

const effectiveDate = '2027-01-01';
const cents = (amount: unknown): number => Math.round(Number(amount) * 100);
const get = (path: string) => ({ method: 'GET', path }) as const;

/** A quote that several callers bind; their policies' numbers are a history, too. */
export async function aContestedQuote(scene: Scene): Promise<Subject & { policyId: () => Promise<string> }> {
  const { callers, histories, random, seller } = scene;
  const { quoteId, clientId } = await aQuote(scene);
  const policies = async () =>
    bodyOf(await callers.once(seller, get(`/policy/client/${clientId}`))) as
      | { id: string; policyNumber: string }[]
      | undefined;
  const bind = async (caller: number) => {
    const called = Date.now();
    const answer = await callers.fire(seller, 'POLICY_CREATE', {
      ...{ clientId, quoteIds: [quoteId], paymentRequired: false },
      paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
    });
    const body = bodyOf(answer, 409);
    if (answer?.status === 409) {
      const number = /as policy (\S+)$/.exec(String(body?.detail))?.[1];
      if (number === undefined) throw new Error(`another refusal: ${JSON.stringify(body)}`);
      return { number };
    }
    const taken = { caller, input: 'take', called };
    if (body === undefined) {
      histories.add('numbers', 'SHOP-2027', { ...taken, returned: null });
      return undefined;
    }
    const [issued] = (body.metadata as { POLICY_CREATE: { policies: { policyNumber: string }[] } })
      .POLICY_CREATE.policies;
    const number = String(issued?.policyNumber);
    const output = Number(number.split('-').at(-1));
    histories.add('numbers', 'SHOP-2027', { ...taken, output, returned: Date.now() + 1 });
    return { number, isNew: true };
  };
  const of = { model: 'issueOnce', key: quoteId };
  const act: Act = async (caller) => {
    if (random() < 0.6) return histories.record({ ...of, caller, input: { do: 'bind' } }, () => bind(caller));
    return histories.record({ ...of, caller, input: { do: 'read' } }, async () => {
      const found = await policies();
      return found && { number: found[0]?.policyNumber ?? null };
    });
  };
  return {
    act,
    policyId: async () => {
      for (;;) {
        await histories.record({ ...of, caller: 0, input: { do: 'bind' } }, () => bind(0));
        const [policy] = (await policies()) ?? [];
        if (policy !== undefined) return policy.id;
      }
    },
  };
}

async function aQuote({ callers, seller }: Scene): Promise<{ quoteId: string; clientId: string }> {
  for (;;) {
    const answer = await callers.fire(seller, 'GET_QUOTES', {
      effectiveDate,
      intake: intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '120000', 'shop.claims': 'true' }),
    });
    const metadata = bodyOf(answer)?.metadata as { quotes?: { requestId: string; clientId: string }[] };
    const [quote] = metadata?.quotes ?? [];
    if (quote !== undefined) return { quoteId: quote.requestId, clientId: quote.clientId };
  }
}

/** A policy that is paid by several callers, who report some payments twice, or differently. */
export function aPaidPolicy({ callers, histories, random, seller }: Scene, policyId: string): Subject {
  const of = { model: 'account', key: policyId };
  const read = async (caller: number) =>
    histories.record({ ...of, caller, input: { do: 'read' } }, async () => {
      const body = bodyOf(await callers.once(seller, get(`/policy/${policyId}`)));
      return body && { paid: cents((body.financeState as { paidAmount: number }).paidAmount) };
    });
  const act: Act = async (caller) => {
    if (random() < 0.3) return read(caller);
    const reference = `check ${Math.floor(random() * 6)}`;
    const amount = 10 + Math.floor(random() * 2);
    const input = { do: 'pay', reference, cents: amount * 100 };
    return histories.record({ ...of, caller, input }, async () => {
      const answer = await callers.fire(seller, 'PAYMENT_RECEIVED', { policyId, amount, reference });
      const body = bodyOf(answer, 409);
      if (body === undefined) return undefined;
      if (answer?.status === 409) return { refused: true };
      const { applied, policies } = (body.metadata as { PAYMENT_RECEIVED: Receipt }).PAYMENT_RECEIVED;
      return { applied, paid: cents(policies[0]?.paid) };
    });
  };
  return { act, atEnd: () => read(0) };
}

interface Receipt {
  applied: boolean;
  policies: { paid: number }[];
}

/**
 * A policy whose ledger several people keep. In the end it is read as it was known at many times: a history of its own,
 * because an entry has the time of its making, a moment before others can read it.
 */
export function aKeptLedger({ callers, histories, random, insurer }: Scene, policyId: string): Subject {
  const [now, known] = [
    { model: 'ledger', key: policyId },
    { model: 'ledger', key: `${policyId} as known` },
  ];
  const began = Date.now();
  let last = 0;
  const read = async (caller: number) =>
    histories.record({ ...now, caller, input: { do: 'read' } }, async () => {
      const body = bodyOf(await callers.once(insurer, get(`/policy/${policyId}/ledger`)));
      const entries = body?.entries as { premium: number }[] | undefined;
      return entries && { entries: entries.map(({ premium }) => cents(premium)).sort((a, b) => a - b) };
    });
  const totalAsOf = async (time: number) => {
    const query = `effectiveOn=${effectiveDate}&knownAt=${new Date(time).toISOString()}`;
    const answer = await callers.repeated(insurer, get(`/policy/${policyId}/timeline?${query}`));
    return cents((bodyOf(answer)?.policy as { premium: number } | null)?.premium);
  };
  const record = (premium: number) => async () => {
    const body = { parentPolicyId: policyId, effectiveDate, premium };
    // With a key it is recorded once, although it is sent until it is answered.
    const headers = { 'Idempotency-Key': `"${randomUUID()}"` };
    const request = { method: 'POST', path: '/policy/ledger/entry/record', body, headers } as const;
    return bodyOf(await callers.repeated(insurer, request)) && { recorded: true };
  };
  const act: Act = async (caller) => {
    if (random() < 0.4) return read(caller);
    last += 1;
    const premium = last + 0.01;
    const input = { do: 'record', cents: cents(premium) };
    return histories.record({ ...known, caller, input }, () =>
      histories.record({ ...now, caller, input }, record(premium)),
    );
  };
  const atEnd = async () => {
    await read(0);
    const ended = Date.now();
    const before = await totalAsOf(began - 1);
    for (let n = 0; n < 20; n += 1) {
      const at = began + Math.floor(((ended - began) * n) / 20);
      const total = await totalAsOf(at);
      const input = { do: 'total', before };
      histories.add(known.model, known.key, {
        caller: 0,
        input,
        output: { total },
        called: at,
        returned: at + 1,
      });
    }
  };
  return { act, atEnd };
}

/** A client whose name several callers change, with and without the tag of what they read. */
export async function aChangedClient(scene: Scene): Promise<Subject> {
  const { callers, histories, random, seller } = scene;
  const put = (body: object, headers = {}) =>
    callers.once(seller, { method: 'PUT', path: '/client', body, headers });
  let created: Answer | undefined;
  while (created === undefined) created = await put({ clientName: '' });
  const clientId = String(bodyOf(created)?.clientId);
  const of = { model: 'register', key: clientId };
  const tagIn = (answer: Answer | undefined) => String(answer?.headers.get('etag'));
  let last = 0;
  let known = tagIn(created);
  const act: Act = async (caller) => {
    if (random() < 0.4) {
      return histories.record({ ...of, caller, input: { do: 'read' } }, async () => {
        const answer = await callers.once(seller, get(`/client/${clientId}/product/${shopIds.line}`));
        const body = bodyOf(answer);
        if (body === undefined) return undefined;
        known = tagIn(answer);
        return { value: String(body.clientName ?? ''), tag: known };
      });
    }
    last += 1;
    const value = `Name ${last}`;
    const ifMatch = random() < 0.7 ? known : undefined;
    const input = { do: 'write', value, ...(ifMatch && { ifMatch }) };
    return histories.record({ ...of, caller, input }, async () => {
      const answer = await put({ clientId, clientName: value }, ifMatch && { 'If-Match': ifMatch });
      if (bodyOf(answer, 412) === undefined) return undefined;
      return answer?.status === 412 ? { refused: true } : { tag: tagIn(answer) };
    });
  };
  return { act };
}

/** A client that several attempts create with one key. */
export function aKeyedCreation({ callers, histories, seller, ...scene }: Scene): Subject {
  const key = randomUUID();
  const of = { model: 'keyed', key };
  const act: Act = async (caller) =>
    histories.record({ ...of, caller, input: { do: 'create' } }, async () => {
      const headers = { 'Idempotency-Key': `"${key}"` };
      const answer = await callers.once(seller, {
        ...{ method: 'PUT', path: '/client', body: { clientName: key }, headers },
      });
      const body = bodyOf(answer);
      return body && { id: String(body.clientId) };
    });
  const atEnd = () =>
    histories.record({ ...of, caller: 0, input: { do: 'count' } }, async () => {
      return { count: await scene.clientsNamed(key) };
    });
  return { act, atEnd };
}
