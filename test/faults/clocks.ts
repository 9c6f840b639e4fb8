import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceLoad } from '../crash/service-load.js';
import { ofPerson } from '../fuzz/records.js';
import type { Fault } from './faults.js';
import type { Parts } from './parts.js';

type ClockOf = 'api' | 'worker' | 'postgres';

interface Jumps {
  name: string;
  words: string;
  of: readonly ClockOf[];
  /** When the load begins; undefined: now. */
  at?: string;
  /** Hours from the beginning, one jump after the other. */
  hours: readonly number[];
  /** For each jump. */
  seconds: number;
  /** Whether policies with monthly bills are in force meanwhile. */
  withBills?: true;
}

const hourMs = 3_600_000;
const hoursOf40Days = 24 * 40;

/**
 * The service goes by PostgreSQL's clock. The clock of a process must not matter, and is right again afterwards.
 * PostgreSQL's stays where it was last: what waits for a time would wait until then. Processes run in the zone of New York.
 */
const jumps: readonly Jumps[] = [
  {
    ...{ name: 'api', words: 'the clock of the API jumps 3 h ahead, then 3 h behind' },
    ...{ of: ['api'], hours: [3, -3, 0], seconds: 12 },
  },
  {
    ...{ name: 'worker', words: 'the clock of the worker jumps 3 h ahead, then 3 h behind' },
    ...{ of: ['worker'], hours: [3, -3, 0], seconds: 12 },
  },
  {
    ...{ name: 'both', words: 'the clocks of API and worker jump 3 h ahead, then 3 h behind' },
    ...{ of: ['api', 'worker'], hours: [3, -3, 0], seconds: 12 },
  },
  {
    ...{
      name: 'both-bills',
      words: 'the clocks of API and worker jump 40 days ahead, back, and ahead again',
    },
    ...{ of: ['api', 'worker'], hours: [hoursOf40Days, 0, hoursOf40Days, 0], seconds: 70, withBills: true },
  },
  {
    ...{ name: 'postgres', words: "PostgreSQL's clock jumps 3 h ahead, 3 h behind, and 3 h ahead" },
    ...{ of: ['postgres'], hours: [3, -3, 3], seconds: 15 },
  },
  {
    ...{ name: 'dst', words: "PostgreSQL's clock jumps over the change to summer time, back, and over it" },
    ...{ of: ['postgres'], at: '2027-03-14T06:59:50Z', hours: [2, -2, 3], seconds: 15 },
  },
  {
    ...{
      name: 'leap-day',
      words: "PostgreSQL's clock reaches February 29, jumps over it, back, and over it",
    },
    ...{ of: ['postgres'], at: '2028-02-28T23:59:50Z', hours: [24, -24, 25], seconds: 15 },
  },
  {
    ...{ name: 'bills', words: "PostgreSQL's clock jumps 40 days ahead, back, and ahead: bills fall due" },
    ...{ of: ['postgres'], hours: [hoursOf40Days, 0, hoursOf40Days], seconds: 80, withBills: true },
  },
];

function clockFault({ name, words, of, at, hours, seconds, withBills }: Jumps): Fault {
  const isOfService = of.includes('postgres');
  let start: Date | 0 = 0;
  let policies: string[] = [];
  let token: Record<string, string> = {};
  let findings: string[] = [];
  const set = async (parts: Parts, to: Date | 0) => {
    const clocks = { api: parts.api.clock, worker: parts.worker.clock, postgres: parts.postgresClock };
    await Promise.all(of.map((one) => clocks[one].setTo(to)));
    // The library looks at the file once a second; the service asks PostgreSQL for its time every ten.
    await sleep(isOfService ? 12_000 : 1_500);
  };
  return {
    name: `clock-${name}`,
    words,
    seconds: 0,
    ...(isOfService && { spoils: true }),
    whyNot: ({ postgresClock }) => postgresClock.whyNot,
    prepare: async (parts) => {
      start = at === undefined ? 0 : new Date(at);
      findings = [];
      if (start !== 0) await set(parts, start);
      token = (await ofPerson(parts.demo.baseUrl, parts.demo.organizations[0]!)) as Record<string, string>;
      policies = withBills ? await monthlyPolicies(parts) : [];
    },
    begin: async (parts) => {
      for (const ahead of hours) {
        const from = start === 0 ? Date.now() : start.getTime();
        await set(parts, ahead === 0 ? start : new Date(from + ahead * hourMs));
        const { status } = await fetch(`${parts.demo.baseUrl}/ioi/v3/product`, { headers: token });
        // A token ends after an hour, and counts for nothing before its issue.
        const expected = isOfService && ahead !== 0 ? 401 : 200;
        if (status !== expected) findings.push(`a token was answered ${status}, ${ahead} h from its issue`);
        const ready = await fetch(`${parts.demo.baseUrl}/readyz`);
        if (!ready.ok) findings.push(`/readyz is ${ready.status}: ${await ready.text()}`);
        await sleep(seconds * 1000);
      }
      return async () => undefined;
    },
    settle: async (parts) => {
      // By the calendar of the service, one bill is made at the issue.
      if (policies.length > 0) findings.push(...(await wrongBills(parts, policies, isOfService ? 2 : 1)));
      const load = new ServiceLoad(() => parts, undefined, parts.postgresClock.now);
      for (const policyId of policies) await load.cancel(policyId);
      findings.push(...(await wrongTerms(parts)));
      return findings;
    },
  };
}

async function monthlyPolicies(parts: Parts): Promise<string[]> {
  const load = new ServiceLoad(() => parts);
  return Promise.all([load.issue(), load.issue(), load.issue()]);
}

/** As many bills by then, each once, and one notification of each. */
async function wrongBills({ db }: Parts, policies: string[], bills: number): Promise<string[]> {
  const billed = await db('statements')
    .select('policy_id')
    .count<{ policy_id: string; count: string }[]>('* as count')
    .whereIn('policy_id', policies)
    .whereNotNull('billed_on')
    .groupBy('policy_id');
  const twice = await db('statements')
    .select('policy_id', 'term_number', 'number')
    .whereIn('policy_id', policies)
    .groupBy('policy_id', 'term_number', 'number')
    .havingRaw('count(*) > 1');
  const told = await db('events')
    .select(db.raw(`envelope->'payload' as payload`))
    .where('type', 'STATEMENT_CREATED')
    .groupByRaw(`envelope->'payload'`)
    .havingRaw('count(*) > 1');
  return [
    ...billed
      .filter(({ count }) => Number(count) !== bills)
      .map((row) => `not ${bills} bills: ${JSON.stringify(row)}`),
    ...(billed.length === policies.length
      ? []
      : [`${billed.length} of ${policies.length} policies were billed`]),
    ...twice.map((row) => `a bill twice: ${JSON.stringify(row)}`),
    ...told.map((row) => `a bill that was notified twice: ${JSON.stringify(row)}`),
  ];
}

async function wrongTerms({ db }: Parts): Promise<string[]> {
  const rows = await db('policies')
    .select('id', 'effective_date', 'expiration_date')
    .whereRaw(`expiration_date <> (effective_date + interval '1 year')::date`);
  return rows.map((row) => `a term that is not a year: ${JSON.stringify(row)}`);
}

/** Every fault of clocks. */
export const clockFaults: readonly Fault[] = jumps.map(clockFault);
