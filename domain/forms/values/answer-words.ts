import { parseAnswer } from '../../expression/index.js';
import type { Json } from '../../ground/json.js';
import { localeIn } from '../../languages/language-tag.js';
import type { Wording } from '../../languages/wording.js';
import type { QuestionType } from '../../questions/question-types.js';
import { jsonOf, kindOf } from './bind.js';
import { type FormLocale, formatted } from './formats.js';

const american: FormLocale = { locale: 'en-US', currency: 'USD' };

const localeOf = (wording: Wording | null): FormLocale =>
  wording === null ? american : { ...american, locale: localeIn(wording.language, american.locale), wording };

/** An answer as it is read: by the labels of its choices, else by its type. Empty if it has none. */
export function answerWords(
  type: QuestionType | undefined,
  text: string,
  wording: Wording | null = null,
): string {
  if (type === undefined) return text;
  // The name of an iteration says nothing to a reader.
  if (type.definition?.iterationOf !== undefined) return '';
  if (isYear(type)) return text;
  const value = jsonOf(parseAnswer(text, type.answerType)) ?? null;
  const labelOf = (one: Json): Json => {
    const choice = type.definition?.answerChoices?.find(
      (each) => typeof each === 'object' && each.value === one,
    );
    return typeof choice === 'object' ? choice.label : one;
  };
  const shown = Array.isArray(value) ? value.map(labelOf) : labelOf(value);
  return formatted(shown, kindOf(type.answerType), [], localeOf(wording));
}

/** A whole number between years is one: 2024, not 2,024. */
function isYear({ answerType, definition }: QuestionType): boolean {
  const { min, max } = definition ?? {};
  const isBound = (bound: unknown) => typeof bound === 'number' && bound >= 1000 && bound < 3000;
  return answerType === 'NUMBER' && isBound(min) && isBound(max);
}
