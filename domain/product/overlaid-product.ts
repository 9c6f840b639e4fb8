import { pathText } from '../ground/lint-issue.js';
import { suggestion } from '../ground/nearest.js';
import type { AnswerMap } from '../intake/answers.js';
import { type HoldingDates, holds, overlaysByState } from '../overlays/holding.js';
import type { Overlay } from '../overlays/overlay.js';
import { OverlaidParts } from '../overlays/resolve.js';
import { policySettingsOf } from '../policy/policy-settings.js';
import { questionTypesOf } from '../questions/question-types.js';
import type { ProductDefinition } from './definition.js';

/** What of a product holds somewhere on a day. */
export interface Holding {
  /** The state; null where it is not known, or the product has no overlays: then it holds as it is. */
  state: string | null;
  /** The names of the overlays that hold, in the order of the file. */
  overlays: readonly string[];
  /** The product with them; it lists neither overlays nor included files. */
  definition: ProductDefinition;
}

/** The question whose answer is the state that overlays go by. */
export function stateQuestionOf(definition: Pick<ProductDefinition, 'policy'>): string {
  return policySettingsOf(definition).place.stateQuestion ?? 'client.state';
}

/** The states where a product is sold: the choices of that question; none if it has none. */
export function statesSold(definition: Pick<ProductDefinition, 'policy' | 'product'>): string[] {
  const asked = questionTypesOf(definition.product).get(stateQuestionOf(definition))?.definition;
  return (asked?.answerChoices ?? []).map((choice) => (typeof choice === 'string' ? choice : choice.value));
}

/** What holds in a state for terms that begin on a day; a text says why nothing does. */
export function holdingIn(definition: ProductDefinition, state: string, on: string): Holding | string {
  const sold = statesSold(definition);
  if (!sold.includes(state)) {
    const known = sold.length === 0 ? '; its question for the state has no choices' : suggestion(state, sold);
    return `the product is not sold in "${state}"${known}`;
  }
  return new OverlaidProduct(definition).in(state, { effectiveDate: on, today: on });
}

/** A product with overlays: the one place that answers what holds in a state on a day. */
export class OverlaidProduct {
  readonly #parts: OverlaidParts<ProductDefinition>;
  readonly #byState: ReadonlyMap<string, readonly number[]>;
  readonly overlays: readonly Overlay[];
  readonly #question: string;
  readonly #byDefault: string | null;
  readonly #base: ProductDefinition;
  /** By the places of the overlays. */
  readonly #known = new Map<string, Omit<Holding, 'state'>>();

  constructor(definition: ProductDefinition) {
    // What holds somewhere is no file that includes others.
    const { included: _, ...whole } = definition;
    const { overlays = [], ...base } = whole;
    this.#parts = new OverlaidParts(whole);
    this.#base = base;
    this.overlays = overlays;
    this.#byState = overlaysByState(overlays);
    this.#question = stateQuestionOf(definition);
    const asked = questionTypesOf(definition.product).get(this.#question)?.definition;
    this.#byDefault = asked?.defaultAnswer ?? null;
  }

  /** What holds for answers. The same combination of overlays is the same object, but for the state. */
  forAnswers(answers: AnswerMap, dates: HoldingDates): Holding {
    return this.in(this.#stateOf(answers), dates);
  }

  /** What holds in a state; null where it is not known. */
  in(state: string | null, dates: HoldingDates): Holding {
    const places = ((state !== null && this.#byState.get(state)) || []).filter((place) => {
      const overlay = this.overlays[place];
      return overlay && holds(overlay, dates);
    });
    const key = places.join();
    const known = this.#known.get(key) ?? this.#resolve(places);
    this.#known.set(key, known);
    return { state, ...known };
  }

  #resolve(places: readonly number[]): Omit<Holding, 'state'> {
    const overlays = places.flatMap((place) => this.overlays[place]?.name ?? []);
    if (places.length === 0) return { overlays, definition: this.#base };
    // Lint has found none; rating on without the change would be silent.
    const { parts, issues } = this.#parts.with(places);
    const [issue] = [...this.#parts.problems(places), ...issues];
    if (issue) throw new Error(`${pathText(issue.path)} ${issue.message}`);
    return { overlays, definition: parts };
  }

  #stateOf(answers: AnswerMap): string | null {
    const entry = Object.hasOwn(answers, this.#question) ? answers[this.#question] : undefined;
    const answer = entry?.type === 'ANSWER' ? entry.answer.trim() : '';
    return answer === '' ? this.#byDefault : answer;
  }
}
