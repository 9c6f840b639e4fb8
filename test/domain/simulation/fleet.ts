import fc from 'fast-check';
import { addDays } from '../../../domain/ground/calendar.js';
import { type AnswerEdits, edited, type LoopEdits } from '../../../domain/intake/answer-edits.js';
import type { Answer, AnswerMap, LoopIteration } from '../../../domain/intake/answers.js';
import { ofPolicy, type PremiumPart } from '../../../domain/policy/premium-part.js';

/** A term of 365 days, as the next one is. */
export const term = { from: '2025-01-01', until: '2026-01-01' };
export const daysOfTerm = 365;

/** One thing that a change does. Numbers name iterations; vehicles refer to their driver. */
export type Op =
  | { kind: 'ADD'; loop: 'vehicles' | 'drivers'; number: number; value: number; driver: number }
  | { kind: 'REMOVE'; loop: 'vehicles' | 'drivers'; number: number }
  | { kind: 'SET'; number: number; qid: 'vehicle.value' | 'vehicle.use'; value: number }
  | { kind: 'DRIVE'; number: number; driver: number }
  | { kind: 'CLEAR'; number: number }
  | { kind: 'AGE'; number: number; value: number }
  | { kind: 'LIMIT'; value: number };

export interface FleetChange {
  kind: 'CHANGE';
  from: string;
  ops: Op[];
  /** The limit is sent as an answer, which holds from its day even if it was the same before. */
  isStated: boolean;
}

/** What happens to a policy of a fleet. */
export type FleetEvent =
  | FleetChange
  /** A cancellation that is taken back after some days without coverage. */
  | { kind: 'LAPSE'; from: string; days: number }
  /** A correction of the term's first day. */
  | { kind: 'CORRECT'; days: number }
  /** The next term, with wishes. */
  | { kind: 'RENEW'; ops: Op[] };

const idOf = (loop: string, number: number) =>
  `${loop === 'vehicles' ? '1' : '2'}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const answer = (qid: string, text: string | number): Answer => ({
  type: 'ANSWER',
  qid,
  answer: String(text),
});
const iteration = (
  loop: string,
  number: number,
  answers: Record<string, string | number>,
): LoopIteration => ({
  iterationId: idOf(loop, number),
  answers: Object.fromEntries(Object.entries(answers).map(([qid, text]) => [qid, answer(qid, text)])),
});
const vehicle = (number: number, value: number, driver: number) =>
  iteration('vehicles', number, {
    'vehicle.value': value,
    'vehicle.use': 1,
    'vehicle.driver': idOf('drivers', driver),
  });

/** Four vehicles and three drivers. */
export const begun: AnswerMap = {
  limit: answer('limit', 1),
  drivers: {
    type: 'LOOP',
    qid: 'drivers',
    iterations: [1, 2, 3].map((number) => iteration('drivers', number, { 'driver.age': 20 + number })),
  },
  vehicles: {
    type: 'LOOP',
    qid: 'vehicles',
    iterations: [1, 2, 3, 4].map((number) => vehicle(number, 10 * number, 1 + (number % 3))),
  },
};

const number = fc.integer({ min: 1, max: 7 });
const driver = fc.integer({ min: 1, max: 5 });
const value = fc.integer({ min: 1, max: 4 });
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const loop = fc.constantFrom('vehicles' as const, 'vehicles' as const, 'drivers' as const);
const op: fc.Arbitrary<Op> = fc.oneof(
  // Of iterations that the policy does not begin with.
  fc.record({ kind: kind('ADD'), loop, number: fc.integer({ min: 5, max: 7 }), value, driver }),
  fc.record({ kind: kind('REMOVE'), loop, number }),
  fc.record({
    kind: kind('SET'),
    number,
    qid: fc.constantFrom('vehicle.value' as const, 'vehicle.use' as const),
    value,
  }),
  fc.record({ kind: kind('DRIVE'), number, driver }),
  fc.record({ kind: kind('CLEAR'), number }),
  fc.record({ kind: kind('AGE'), number: driver, value }),
  fc.record({ kind: kind('LIMIT'), value }),
);

export const ops = fc.array(op, { minLength: 1, maxLength: 3 });
const day = fc.nat(daysOfTerm - 1).map((days) => addDays(term.from, days - (days % 13)));
const change = fc.record({ kind: kind('CHANGE'), from: day, ops, isStated: fc.boolean() });
const lapse = fc.record({ kind: kind('LAPSE'), from: day, days: fc.integer({ min: 1, max: 40 }) });
const changes = fc.array(change, { minLength: 2, maxLength: 7 });
const changesAndLapses = fc.array(
  fc.oneof({ weight: 5, arbitrary: change }, { weight: 1, arbitrary: lapse }),
  { minLength: 2, maxLength: 7 },
);
const correction = fc.record({ kind: kind('CORRECT'), days: fc.integer({ min: -25, max: 25 }) });
// Amounts stay as they were charged, so that a lapse afterwards is no share of the price by days.
const correctedFirst = fc.tuple(correction, changes).map(([first, then]): FleetEvent[] => [first, ...then]);
const renewal = fc.record({ kind: kind('RENEW'), ops: fc.oneof(ops, fc.constant<Op[]>([])) });

/** What happens in the order of recording; a day of the next term is that of the first one a year later. */
export const fleetHistories: fc.Arbitrary<{
  /** A day costs no whole cents. They are rounded together for changes, apart for lapses. */
  isUneven: boolean;
  events: FleetEvent[];
}> = fc.oneof(
  fc.record({
    isUneven: fc.constant(true),
    events: fc.tuple(changes, renewal, changes).map(([first, next, then]) => [...first, next, ...then]),
  }),
  fc.record({
    isUneven: fc.constant(false),
    events: fc
      .tuple(changesAndLapses, fc.option(correctedFirst), fc.option(renewal), changesAndLapses)
      .map(([first, corrected, next, last]): FleetEvent[] => [
        ...first,
        ...(corrected ?? []),
        ...(next === null ? [] : [next, ...last]),
      ]),
  }),
);

/** The edits of operations, the first one of each iteration. An iteration that is there already is not added. */
export function editsBy(ops: readonly Op[], onDay: AnswerMap): AnswerEdits {
  const edits: AnswerEdits = {};
  const touched = new Set<string>();
  for (const each of ops) {
    if (each.kind === 'LIMIT') {
      edits.limit = answer('limit', each.value);
      continue;
    }
    const qid = loopOf(each);
    const iterationId = idOf(qid, each.number);
    if (touched.has(iterationId)) continue;
    touched.add(iterationId);
    const known = edits[qid];
    const none: LoopEdits = { type: 'LOOP', qid, added: [], removed: [], edited: [] };
    const own = known?.type === 'LOOP' ? known : none;
    edits[qid] = own;
    const isThere = iterationsOf(onDay, qid).some((one) => one.iterationId === iterationId);
    if (each.kind === 'REMOVE') own.removed.push(iterationId);
    else if (each.kind !== 'ADD') own.edited.push({ iterationId, ...editOf(each) });
    else if (!isThere) own.added.push(added(each));
  }
  return edits;
}

/** Whether operations add an iteration that is there already. */
export const addsAgain = (ops: readonly Op[], onDay: AnswerMap): boolean =>
  ops.some(
    (each) =>
      each.kind === 'ADD' &&
      iterationsOf(onDay, each.loop).some((one) => one.iterationId === idOf(each.loop, each.number)),
  );

/** The answers with the operations of a change. A vehicle whose driver was removed has none. */
export function changedBy(ops: readonly Op[], onDay: AnswerMap): AnswerMap {
  const after = edited(onDay, editsBy(ops, onDay));
  const driversIn = (answers: AnswerMap) => iterationsOf(answers, 'drivers').map((one) => one.iterationId);
  const left = driversIn(after);
  const gone = driversIn(onDay).filter((id) => !left.includes(id));
  const vehicles = iterationsOf(after, 'vehicles').map((one) =>
    gone.includes(textOf(one, 'vehicle.driver') ?? '')
      ? { ...one, answers: { ...one.answers, 'vehicle.driver': answer('vehicle.driver', '') } }
      : one,
  );
  return { ...after, vehicles: { type: 'LOOP', qid: 'vehicles', iterations: vehicles } };
}

function loopOf(op: Exclude<Op, { kind: 'LIMIT' }>): 'vehicles' | 'drivers' {
  if ('loop' in op) return op.loop;
  return op.kind === 'AGE' ? 'drivers' : 'vehicles';
}

function added({ loop: of, number: own, value: some, driver: by }: Extract<Op, { kind: 'ADD' }>) {
  return of === 'vehicles'
    ? vehicle(own, 10 * some, by)
    : iteration('drivers', own, { 'driver.age': 30 + some });
}

function editOf(op: Exclude<Op, { kind: 'LIMIT' | 'ADD' | 'REMOVE' }>) {
  const set = (qid: string, text: string | number) => ({ answers: { [qid]: answer(qid, text) } });
  switch (op.kind) {
    case 'SET':
      return set(op.qid, op.value);
    case 'DRIVE':
      return set('vehicle.driver', idOf('drivers', op.driver));
    case 'AGE':
      return set('driver.age', 40 + op.value);
    case 'CLEAR':
      return { answers: {}, cleared: ['vehicle.driver'] };
  }
}

function iterationsOf(answers: AnswerMap, qid: string): readonly LoopIteration[] {
  const entry = answers[qid];
  return entry?.type === 'LOOP' ? entry.iterations : [];
}
const textOf = ({ answers }: { answers: Record<string, Answer> }, qid: string) => answers[qid]?.answer;

/** The answers, each iteration with its own; the order of iterations is that of their adding. */
export const shown = (answers: AnswerMap) => ({
  limit: answers.limit?.type === 'ANSWER' ? answers.limit.answer : undefined,
  ...Object.fromEntries(
    ['drivers', 'vehicles'].map((qid) => [
      qid,
      iterationsOf(answers, qid)
        .map((one) => JSON.stringify([one.iterationId, Object.entries(one.answers).sort()]))
        .sort(),
    ]),
  ),
});

/** What premium is for: a vehicle of a use or, without one, the policy. */
export interface FleetPart {
  vehicle: string;
  use: string;
  cents: number;
}

/** In cents for a day, so that days cost whole cents; a vehicle depends on its driver. */
function dayCents(answers: AnswerMap): FleetPart[] {
  const ages = new Map(
    iterationsOf(answers, 'drivers').map((one) => [one.iterationId, Number(textOf(one, 'driver.age'))]),
  );
  const limit = answers.limit?.type === 'ANSWER' ? Number(answers.limit.answer) : 1;
  const vehicles = iterationsOf(answers, 'vehicles').map((one) => {
    const use = textOf(one, 'vehicle.use') ?? '';
    const years = ages.get(textOf(one, 'vehicle.driver') ?? '') ?? 0;
    const cents = limit * Number(textOf(one, 'vehicle.value')) * Number(use) * (100 - years);
    return { vehicle: one.iterationId ?? '', use, cents };
  });
  return [{ vehicle: '', use: '', cents: 1000 }, ...vehicles];
}
const vehiclesIn = (answers: AnswerMap) => iterationsOf(answers, 'vehicles').length;
/** What a year costs in cents: for 365 a day costs whole cents. */
const yearOf = { even: 365, uneven: 367 };

/** The rates of a fleet in a currency with so many decimals, whose smallest unit stands for a cent. */
export function ratesOf(isUneven: boolean, digits = 2) {
  const textOfCents = (cents: number) => (cents / 10 ** digits).toFixed(digits);
  const times = isUneven ? yearOf.uneven : yearOf.even;
  const parts = (answers: AnswerMap) =>
    dayCents(answers).map((part) => ({ ...part, cents: times * part.cents }));
  const cents = {
    parts,
    premium: (answers: AnswerMap) => parts(answers).reduce((sum, part) => sum + part.cents, 0),
    /** By days. */
    TAX: (answers: AnswerMap) => times * 7 * vehiclesIn(answers),
    /** A cancellation returns it. */
    FEE: (answers: AnswerMap) => 1250 * vehiclesIn(answers),
    /** A cancellation keeps it. */
    KEPT: (answers: AnswerMap) => 300 * vehiclesIn(answers),
  };
  return {
    cents,
    digits,
    premiumOf: (answers: AnswerMap): string => textOfCents(cents.premium(answers)),
    partsOf: (answers: AnswerMap): PremiumPart[] =>
      parts(answers).map(({ vehicle, use, cents: own }) => ({
        ...ofPolicy,
        coverage: vehicle === '' ? 'BASE' : 'AUTO',
        unit: vehicle || null,
        unitClass: use || null,
        amount: textOfCents(own),
      })),
    chargesOf: (answers: AnswerMap) => [
      { type: 'TAX', amount: textOfCents(cents.TAX(answers)), onCancellation: 'PRO_RATA' as const },
      { type: 'FEE', amount: textOfCents(cents.FEE(answers)), onCancellation: 'RETURNED' as const },
      { type: 'KEPT', amount: textOfCents(cents.KEPT(answers)), onCancellation: 'KEPT' as const },
    ],
  };
}
