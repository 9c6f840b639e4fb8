import type { AnswerMap, LoopIteration } from '../intake/answers.js';
import type { PlaceSetting } from '../policy/place-setting.js';
import type { HoldPlace } from './hold.js';
import { countyNames, type PlaceNames, stateNames, zipNames } from './place-names.js';

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
 * Whether a risk is in the place of a hold. What is not answered, or is answered in another form than codes that the hold
 * names, may be there: `UNKNOWN` is stopped, too, as nothing shows that the risk is elsewhere.
 */
export function isInPlace(risk: RiskPlace, place: HoldPlace): boolean | 'UNKNOWN' {
  const { states, zips, counties } = comparedOf(place);
  const inState = states === undefined || states(risk.state);
  if (inState === false || (zips === undefined && counties === undefined)) return inState;
  const finer = [zips?.(risk.zip), counties?.(risk.county)];
  if (finer.includes(true)) return inState;
  return finer.includes('UNKNOWN') ? 'UNKNOWN' : false;
}

type Comparison = (answer: string | null) => boolean | 'UNKNOWN';
type Compared = { [part in keyof HoldPlace]: Comparison | undefined };

/** The names of a hold are folded once: it may have thousands, and judges thousands of risks. */
const compared = new WeakMap<HoldPlace, Compared>();

function comparedOf(place: HoldPlace): Compared {
  const known = compared.get(place);
  if (known !== undefined) return known;
  const { states, zips, counties } = place;
  const made: Compared = {
    states: oneOf(states, stateNames),
    zips: oneOf(zips, zipNames),
    counties: oneOf(counties, countyNames),
  };
  compared.set(place, made);
  return made;
}

/** Undefined without names: any place is one of them. */
function oneOf(names: readonly string[], { fold, isCode }: PlaceNames): Comparison | undefined {
  if (names.length === 0) return undefined;
  const folded = new Set(names.map(fold));
  const hasCodes = [...folded].some(isCode);
  return (answer) => {
    if (answer === null) return 'UNKNOWN';
    const known = fold(answer);
    if (folded.has(known)) return true;
    return hasCodes && !isCode(known) ? 'UNKNOWN' : false;
  };
}

/** The ids of all iterations of some answers. */
export function unitsOf(answers: AnswerMap): Set<string> {
  return new Set(
    Object.values(answers).flatMap((entry) =>
      entry.type === 'LOOP' ? entry.iterations.map(({ iterationId }) => iterationId) : [],
    ),
  );
}
