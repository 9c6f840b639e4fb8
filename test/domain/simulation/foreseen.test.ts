import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../../domain/ground/calendar.js';
import { type ForeseenTask, isForeseenFee } from '../../../domain/policy/foresee.js';
import { dateOf, dayOf } from './days.js';
import { live, type Tally } from './live.js';
import { PureOffice } from './pure-office.js';
import type { Seen } from './seen.js';
import { type Life, life } from './steps.js';

const lives = Number(process.env.LIVES ?? 50);
const seed = Number(process.env.SEED ?? 14);
/** Days that are lived after a life, one by one, with nobody doing anything. */
const days = 90;

/** An office that remembers the day on which its life has ended. */
class OfficeOfALife extends PureOffice {
  today = '';

  override async begin(...[begun, dates]: Parameters<PureOffice['begin']>): Promise<void> {
    this.today = dates.today;
    await super.begin(begun, dates);
  }

  override async pass(to: string): Promise<void> {
    this.today = to;
    await super.pass(to);
  }
}

it(
  `what is foreseen after ${lives} lives is what the office then does`,
  async () => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(life, (each) => comesAsForeseen(each, tally)),
      { numRuns: lives, seed },
    );
    for (const kind of ['billed', 'past due', 'late fee', 'renewed']) {
      expect(tally.get(kind), kind).toBeGreaterThan(0);
    }
  },
  30 * 60_000,
);

async function comesAsForeseen(each: Life, tally: Tally): Promise<void> {
  const office = new OfficeOfALife();
  await live(each, office, new Map());
  // What the back office has entered is billed with the next statement, and in one of its own.
  if ((await office.openEntries()).length > 0) return;
  const { tasks } = office.foreseen();
  const { today } = office;
  const known = new Set((await office.seen()).statements.map(({ id }) => id));
  const happened: string[] = [];
  for (let passed = 0; passed < days; passed += 1) {
    const before = structuredClone(await office.seen());
    const day = dateOf(dayOf(today) + passed + 1);
    await office.pass(day);
    happened.push(...between(before, await office.seen(), known).map((what) => `${day} ${what}`));
    // The statements of the next term are not known before.
    if (happened.some((one) => one.endsWith('renewed'))) break;
  }
  const until = addDays(today, days);
  const foreseen = tasks
    .filter(({ on, unless }) => on > today && on <= until && !unless.includes('UNPAID'))
    .flatMap((task) => inWords(task));
  const renewal = foreseen.findIndex((one) => one.endsWith('renewed'));
  const compared = renewal < 0 ? foreseen : foreseen.filter((one) => one <= foreseen[renewal]!);
  expect(happened.toSorted()).toEqual(compared.toSorted());
  for (const one of happened) {
    const [, what = ''] = /^\S+ (billed|past due|late fee|renewed)/.exec(one) ?? [];
    tally.set(what, (tally.get(what) ?? 0) + 1);
  }
}

function inWords({ on, task, policy, renews }: ForeseenTask): string[] {
  const statement =
    'statementId' in task ? policy.statements.find(({ id }) => id === task.statementId) : undefined;
  const isFee = statement !== undefined && isForeseenFee(statement);
  if (task.kind === 'BILL_STATEMENT') {
    return [
      `${on} ${isFee ? `late fee ${statement.amount} due ${statement.dueDate}` : `billed ${task.statementId}`}`,
    ];
  }
  if (task.kind === 'MARK_PAST_DUE') return [`${on} past due ${isFee ? 'fee' : task.statementId}`];
  return task.kind === 'END_TERM' && renews ? [`${on} renewed`] : [];
}

/** What a day has done, by what is seen before and after it. */
function between(before: Seen, after: Seen, foreseen: ReadonlySet<string>): string[] {
  const earlierOnes = new Map(before.statements.map((statement) => [statement.id, statement]));
  const renewed = after.terms.length > before.terms.length ? ['renewed'] : [];
  const changed = after.statements.flatMap(({ id, state, kind, amount, dueDate, termNumber }): string[] => {
    const earlier = earlierOnes.get(id);
    if (termNumber > before.terms.length) return [];
    if (earlier === undefined) return kind === 'LATE_FEE' ? [`late fee ${amount} due ${dueDate}`] : [];
    if (earlier.state === state) return [];
    if (earlier.state === 'SCHEDULED') return [`billed ${id}`];
    // The office numbers its fees as it charges them.
    return state === 'PAST_DUE' ? [`past due ${foreseen.has(id) ? id : 'fee'}`] : [];
  });
  return [...renewed, ...changed];
}
