import type { AnswerMap, LoopIteration } from '../intake/answers.js';
import type { PlaceSetting } from '../policy/place-setting.js';
import type { HoldPlace } from './hold.js';

/** Where a risk or one of its units is. Null: not answered. */
export interface RiskPlace {
  /** The iteration of a loop, such as a location; null for the risk as a whole. */
  unit: string | null;
  state: string | null;
  zip: string | null;
  county: string | null;
}

const ofInsured = 'client.state';

/**
 * The places of a risk: of each iteration of a loop that answers one of the product's questions for the place, else one.
 * What an iteration does not answer is the policy's.
 *
 * @param insuredState the state of the insured, where no answer has it.
 */
export function placesOf(
  answers: AnswerMap,
  { stateQuestion = ofInsured, zipQuestion, countyQuestion }: PlaceSetting,
  insuredState: string | null = null,
): RiskPlace[] {
  const questions = [stateQuestion, zipQuestion, countyQuestion];
  const entries = Object.values(answers);
  const units = entries.flatMap((entry) =>
    entry.type === 'LOOP' &&
    entry.iterations.some(({ answers: own }) => questions.some((qid) => textOf(own, qid) !== null))
      ? entry.iterations
      : [],
  );
  const known = (unit: LoopIteration | undefined, qid: string | undefined) =>
    textOf(unit?.answers, qid) ?? textOf(answers, qid);
  const placeOf = (unit?: LoopIteration): RiskPlace => ({
    unit: unit?.iterationId ?? null,
    state: known(unit, stateQuestion) ?? textOf(answers, ofInsured) ?? insuredState,
    zip: known(unit, zipQuestion),
    county: known(unit, countyQuestion),
  });
  return units.length === 0 ? [placeOf()] : units.map(placeOf);
}

function textOf(
  answers: { readonly [qid: string]: AnswerMap[string] } | undefined,
  qid: string | undefined,
): string | null {
  const entry =
    answers !== undefined && qid !== undefined && Object.hasOwn(answers, qid) ? answers[qid] : null;
  return entry?.type === 'ANSWER' && entry.answer.trim() !== '' ? entry.answer : null;
}

/**
 * Whether a risk is in the place of a hold. What is not answered may be there: `UNKNOWN` is stopped, too, as nothing shows
 * that the risk is elsewhere.
 */
export function isInPlace(risk: RiskPlace, { states, zips, counties }: HoldPlace): boolean | 'UNKNOWN' {
  const inState = states.length === 0 || oneOf(risk.state, states, upper);
  if (inState === false || zips.length + counties.length === 0) return inState;
  const finer = [
    ...(zips.length > 0 ? [oneOf(risk.zip, zips, fiveDigits)] : []),
    ...(counties.length > 0 ? [oneOf(risk.county, counties, bareName)] : []),
  ];
  if (finer.includes(true)) return inState;
  return finer.includes('UNKNOWN') ? 'UNKNOWN' : false;
}

function oneOf(
  answer: string | null,
  names: readonly string[],
  plain: (name: string) => string,
): boolean | 'UNKNOWN' {
  if (answer === null) return 'UNKNOWN';
  const known = plain(answer);
  return names.some((name) => plain(name) === known);
}

const upper = (text: string) => text.trim().toUpperCase();
const fiveDigits = (text: string) => upper(text).replace(/^(\d{5})-?\d{4}$/, '$1');
const bareName = (text: string) => upper(text).replace(/\s+(COUNTY|PARISH|BOROUGH)$/, '');

/** The ids of all iterations of some answers. */
export function unitsOf(answers: AnswerMap): Set<string> {
  return new Set(
    Object.values(answers).flatMap((entry) =>
      entry.type === 'LOOP' ? entry.iterations.map(({ iterationId }) => iterationId) : [],
    ),
  );
}
