import { Decimal, parseDecimal } from '../expression/index.js';
import { monthsOfTerm, type Term } from '../ground/term.js';
import type { AnswerMap } from '../intake/answers.js';
import type { ExposureSetting } from './exposure-setting.js';
import { textIn } from './policy-meta.js';
import { type LineSubject, ofPolicy, subjectKey } from './premium-part.js';
import { cutAt, type Period } from './proration.js';
import type { RatedFor } from './rated-parts.js';
import { answersByDay, endOfCoverage, isLapsed, type PolicyTerm } from './timeline.js';

/**
 * Exposure over a period, evenly by days. It is `amount` for each `days` days, so that a period's exposure is an exact fraction:
 * a car of a year of 365 days from July on is 1 × 184 / 365.
 */
export type ExposureLayer = Period & {
  subject: LineSubject;
  /** Decimal text; negative if a change takes exposure back. */
  amount: string;
  days: number;
};

/** What the exposure of a term is computed with. */
export interface ExposureBasis {
  exposure: ExposureSetting;
  premiumTerm: Term;
  daysOfTerm: number;
  /** For whom and what answers are rated. */
  ratedFor(answers: AnswerMap): RatedFor;
}

/**
 * The exposure of a term as its changes make it, day by day: days without coverage have none. It is a function of the folded
 * term, so it is the same in whatever order changes were recorded.
 */
export function exposureOfTerm(term: PolicyTerm, basis: ExposureBasis): ExposureLayer[] {
  const answersOn = answersByDay(term);
  const known = new Map<AnswerMap, UnitExposure[]>();
  const unitsOn = (day: string) => {
    const answers = answersOn(day);
    const units = known.get(answers) ?? unitsOf(answers, basis);
    known.set(answers, units);
    return units;
  };
  const days = [
    ...term.answerChanges.map(({ effectiveDate }) => effectiveDate),
    ...term.lapses.flatMap(({ from, until }) => [from, until]),
  ];
  return cutAt({ from: term.effectiveDate, until: endOfCoverage(term) }, days)
    .filter(({ from, until }) => from < until && !isLapsed(term, from))
    .flatMap((stretch) => unitsOn(stretch.from).map((unit) => ({ ...stretch, ...unit })));
}

type UnitExposure = Omit<ExposureLayer, keyof Period>;

function unitsOf(answers: AnswerMap, basis: ExposureBasis): UnitExposure[] {
  const { state, unitClasses } = basis.ratedFor(answers);
  const { times, days } = measureOf(basis);
  return countedIn(answers, basis.exposure.question)
    .filter(({ count }) => !count.isZero())
    .map(({ unit, count }) => {
      const unitClass = unitClasses.get(unit ?? '') ?? null;
      return {
        subject: { ...ofPolicy, unit, unitClass, state },
        amount: count.times(times).toFixed(),
        days,
      };
    });
}

/** How often an answer counts in how many days. A term of 18 months is one year and a half: three times in the days of two terms. */
function measureOf({ exposure, premiumTerm, daysOfTerm }: ExposureBasis): { times: number; days: number } {
  if (exposure.per === 'TERM') return { times: 1, days: daysOfTerm };
  const months = monthsOfTerm(premiumTerm);
  const common = commonDivisor(months, 12);
  return { times: months / common, days: (daysOfTerm * 12) / common };
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

type Counted = { unit: string | null; count: Decimal };

/** What is unanswered, or no number, counts nothing. */
function countedIn(answers: AnswerMap, question: string): Counted[] {
  const countOf = (own: Parameters<typeof textIn>[0]) => parseDecimal(textIn(own, question) ?? '') ?? none;
  return Object.entries(answers).flatMap(([qid, entry]): Counted[] => {
    if (entry.type !== 'LOOP') return qid === question ? [{ unit: null, count: countOf(answers) }] : [];
    return entry.iterations.map(({ iterationId, answers: own }) => ({
      unit: String(iterationId),
      count: qid === question ? one : countOf(own),
    }));
  });
}

const none = Decimal.of(0);
const one = Decimal.of(1);

/** What leads from one exposure to another, in the order of what it is for and of days. */
export function exposureChange(
  before: readonly ExposureLayer[],
  after: readonly ExposureLayer[],
): ExposureLayer[] {
  const steps = new Map<string, { layer: ExposureLayer; byDay: Map<string, Decimal> }>();
  const add = (layer: ExposureLayer, day: string, amount: Decimal) => {
    const key = `${subjectKey(layer.subject)} ${layer.days}`;
    const { byDay } = steps.get(key) ?? { byDay: new Map<string, Decimal>() };
    byDay.set(day, (byDay.get(day) ?? none).plus(amount));
    steps.set(key, { layer, byDay });
  };
  const addAll = (layers: readonly ExposureLayer[], sign: number) => {
    for (const layer of layers) {
      const amount = Decimal.of(layer.amount).times(sign);
      add(layer, layer.from, amount);
      add(layer, layer.until, amount.times(-1));
    }
  };
  addAll(before, -1);
  addAll(after, 1);
  return [...steps.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { layer, byDay }]) =>
      evenPeriods(byDay).map((period) => ({ subject: layer.subject, days: layer.days, ...period })),
    );
}

/** The periods between steps in which the amount is even and not zero. */
function evenPeriods(byDay: ReadonlyMap<string, Decimal>): (Period & { amount: string })[] {
  const steps = [...byDay].filter(([, step]) => !step.isZero()).sort(([a], [b]) => (a < b ? -1 : 1));
  let amount = none;
  return steps.flatMap(([from, step], index) => {
    amount = amount.plus(step);
    const until = steps[index + 1]?.[0];
    return until === undefined || amount.isZero() ? [] : [{ from, until, amount: amount.toFixed() }];
  });
}
