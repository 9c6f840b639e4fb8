import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceLoad } from '../crash/service-load.js';
import { ofPerson } from '../fuzz/records.js';
import type { Fault } from './faults.js';
import type { Parts } from './parts.js';

interface Jumps {
  name: string;
  words: string;
  of: readonly ('api' | 'worker')[];
  /** When the load begins; undefined: now. */
  at?: string;
  /** Hours from the beginning, one jump after the other; then back to it. */
  hours: readonly number[];
  /** For each jump. */
  seconds: number;
  /** Whether policies with monthly bills are in force meanwhile. */
  withBills?: true;
}

const hourMs = 3_600_000;
const both = ['api', 'worker'] as const;

/** The clocks of processes that jump; those of PostgreSQL and Temporal are right. All run in the zone of New York. */
export const clockFaults: readonly Fault[] = [
  { name: 'api', words: 'the clock of the API jumps 3 h ahead, then 3 h behind', of: ['api'] as const },
  {
    name: 'worker',
    words: 'the clock of the worker jumps 3 h ahead, then 3 h behind',
    of: ['worker'] as const,
  },
  { name: 'both', words: 'both clocks jump 3 h ahead, then 3 h behind', of: both },
]
  .map((one): Jumps => ({ ...one, hours: [3, -3], seconds: 8 }))
  .concat(
    {
      name: 'dst',
      words: 'both clocks jump over the change to daylight saving time, and back',
      of: both,
      at: '2027-03-14T06:59:50Z',
      hours: [2, -2, 1],
      seconds: 6,
    },
    {
      name: 'leap-day',
      words: 'both clocks reach February 29, jump over it, and back before it',
      of: both,
      at: '2028-02-28T23:59:50Z',
      hours: [24, -24, 1],
      seconds: 6,
    },
    {
      name: 'bills',
      words: 'both clocks jump 40 days ahead, back, and ahead again: monthly bills fall due',
      of: both,
      hours: [24 * 40, 0, 24 * 40],
      seconds: 70,
      withBills: true,
    },
  )
  .map(clockFault);

function clockFault({ name, words, of, at, hours, seconds, withBills }: Jumps): Fault {
  let start: Date | 0 = 0;
  let policies: string[] = [];
  let token: Record<string, string> = {};
  let findings: string[] = [];
  const set = async (parts: Parts, to: Date | 0) => {
    await Promise.all(of.map((part) => parts[part].clock.setTo(to)));
    // The library looks at the file once a second.
    await sleep(1_500);
  };
  return {
    name: `clock-${name}`,
    words,
    seconds: 0,
    whyNot: ({ worker }) => worker.clock.whyNot,
    prepare: async (parts) => {
      start = at === undefined ? 0 : new Date(at);
      findings = [];
      await set(parts, start);
      token = (await ofPerson(parts.demo.baseUrl, parts.demo.organizations[0]!)) as Record<string, string>;
      policies = withBills ? await monthlyPolicies(parts) : [];
    },
    begin: async (parts) => {
      for (const ahead of hours) {
        const from = start === 0 ? Date.now() : start.getTime();
        await set(parts, new Date(from + ahead * hourMs));
        const { status } = await fetch(`${parts.demo.baseUrl}/ioi/v3/product`, { headers: token });
        // A token ends after an hour, and counts for nothing before its issue.
        const expected = of.includes('api') && ahead !== 0 ? [200, 401] : [200];
        if (!expected.includes(status))
          findings.push(`a token was answered ${status}, ${ahead} h from its issue`);
        await sleep(seconds * 1000);
      }
      return () => set(parts, start);
    },
    settle: async (parts) => {
      if (policies.length > 0) findings.push(...(await wrongBills(parts, policies)));
      const load = new ServiceLoad(() => parts);
      for (const policyId of policies) await load.cancel(policyId);
      findings.push(...(await wrongTerms(parts)));
      await Promise.all(of.map((part) => parts[part].clock.setTo(0)));
      return findings;
    },
  };
}

async function monthlyPolicies(parts: Parts): Promise<string[]> {
  const load = new ServiceLoad(() => parts);
  return Promise.all([load.issue(), load.issue(), load.issue()]);
}

/** Two bills by then, each once, and one notification of each. */
async function wrongBills({ db }: Parts, policies: string[]): Promise<string[]> {
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
      .filter(({ count }) => Number(count) !== 2)
      .map((row) => `not two bills: ${JSON.stringify(row)}`),
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
