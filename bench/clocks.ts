import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parse } from 'yaml';
import { type ClockMaker, clockNeighborFigures } from './clock-neighbors.js';
import { cpuTimesByProgram } from './cpu-time.js';
import { type Figure, figureOf } from './figures.js';
import { answersTo, answerTo, demoProduct, requestOf } from './requests.js';
import type { MeasuredService } from './service.js';

const key = 'general-liability';
/** A year of as many policies is to take as many seconds at most. */
const goal = { policies: 100, seconds: 60 };

const begins = '2030-01-01';
const beginsAt = `${begins}T09:00:00Z`;
/** The day before the term ends. */
const endsAt = '2030-12-31T09:00:00Z';

/**
 * A year of policies with monthly payments under one clock: nobody pays, and no notice of cancellation ends the year. Then
 * what clocks cost the quotes of another organization.
 */
export async function clockFigures(
  service: MeasuredService,
  { underClock: policies, seconds }: { underClock: number; seconds: number },
  progress: (line: string) => void,
  tell: (figures: Figure[]) => void,
): Promise<void> {
  const maker = await clockMaker(service);
  progress(`${policies} policies under a clock…`);
  const clockId = await maker.aClock();
  await maker.issue(Array.from({ length: policies }, () => clockId));
  progress('A year of them…');
  const [startedAt, before] = [performance.now(), cpuTimesByProgram(service.pid)];
  await maker.advance([clockId]);
  await maker.untilReady(clockId);
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  const after = cpuTimesByProgram(service.pid);
  const steps = await stepsOf(service.ownerDatabaseUrl, clockId);
  const title = `a year of ${policies} policies with monthly payments under one clock, ${steps} steps`;
  const cpu = (['service', 'temporal', 'postgres'] as const).map((program) =>
    figureOf(
      {
        figure: `clocks.year.cpu.${program}`,
        title: `a year of a policy under a clock, ${program}`,
        unit: 'ms of CPU',
      },
      { service: [(after[program] - before[program]) / policies] },
    ),
  );
  tell([
    figureOf(
      { figure: 'clocks.year', title, unit: 's', goal: policies === goal.policies ? goal.seconds : null },
      { service: [tookSeconds] },
    ),
    figureOf(
      { figure: 'clocks.pace', title, unit: 'policy-years/min' },
      { service: [(policies * 60) / tookSeconds] },
    ),
    ...cpu,
  ]);
  tell(await clockNeighborFigures(service.demo, maker, seconds, progress));
}

async function clockMaker({ demo, folder }: MeasuredService): Promise<ClockMaker> {
  const { product, headers } = demoProduct(demo, key);
  const request = requestOf(demo, key);
  const imported = await fetch(new URL('/ioi/v3/product/import', demo.baseUrl), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/yaml' },
    body: JSON.stringify(await productOfTheYear(folder)),
  });
  if (!imported.ok) throw new Error(`The product was not imported: ${await imported.text()}`);
  const { versionId: productVersionId } = (await imported.json()) as { versionId: string };
  const fire = (type: string, payload: object, more: object = {}) => {
    // What a busy server has kept is sent again under its id, and answered with its result.
    const named = { type, lineId: product.lineId, triggerRequestId: randomUUID() };
    return request('POST', '/event/fire', { ...named, forceSync: true, payload, ...more });
  };
  const quoteUnder = (clockId: string) => {
    const payload = { effectiveDate: begins, intake: product.intakes.quoted, clockId };
    return fire('GET_QUOTES', payload, { productVersionId });
  };
  return {
    aClock: async () => {
      const clock = { name: 'bench', businessTime: beginsAt };
      return JSON.parse(await answerTo(request('POST', '/clock', clock))).id;
    },
    issue: async (clockIds) => {
      const quoted = await answersTo(clockIds.map(quoteUnder));
      await answersTo(
        quoted.map((answer) => {
          const [{ requestId, clientId }] = JSON.parse(answer).metadata.quotes;
          const paymentPlans = { [requestId]: 'MONTHLY' };
          return fire('POLICY_CREATE', {
            clientId,
            quoteIds: [requestId],
            paymentRequired: false,
            paymentPlans,
          });
        }),
      );
    },
    advance: async (clockIds) => {
      await answersTo(clockIds.map((id) => request('POST', `/clock/${id}/advance`, { to: endsAt })));
    },
    untilReady: async (clockId) => {
      for (;;) {
        const { state, problem } = JSON.parse(await answerTo(request('GET', `/clock/${clockId}`)));
        if (problem !== undefined) throw new Error(`The clock ${problem}`);
        if (state === 'READY') return;
        await sleep(200);
      }
    },
  };
}

/** A version without documents, and without a notice that would end the policies nobody pays for. */
async function productOfTheYear(folder: string) {
  const product = parse(await readFile(path.join(folder, 'db/seeds/products', `${key}.yaml`), 'utf8'), {
    maxAliasCount: -1,
    merge: true,
  });
  const { nonPayment: _ends, ...cancellation } = product.policy.cancellation;
  const quoting = product.configurations.filter((each: { events: object }) => 'GET_QUOTES' in each.events);
  return {
    ...product,
    version: 'year',
    policy: { ...product.policy, cancellation },
    configurations: quoting,
  };
}

/** The moments of a clock at which something happened after its beginning. */
async function stepsOf(databaseUrl: string, clockId: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ steps: number }>(
      `select count(*)::int as steps from (
        select business_time from events where clock_id = $1
        union
        select e.created_at from policy_events e join policies p on p.id = e.policy_id where p.clock_id = $1
      ) moments where business_time > $2`,
      [clockId, beginsAt],
    );
    return rows[0]?.steps ?? 0;
  } finally {
    await client.end();
  }
}
