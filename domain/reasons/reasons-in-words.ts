import { answerWords } from '../forms/values/answer-words.js';
import type { Wording } from '../languages/wording.js';
import type { QuestionTypes } from '../questions/question-types.js';
import type { PremiumReason } from './reasons.js';

/** Reasons with the texts of questions and the answers in words, in a language of the product; null for its own. */
export function reasonsInWords(
  reasons: readonly PremiumReason[],
  types: QuestionTypes,
  wording: Wording | null,
): PremiumReason[] {
  return reasons.map((reason) => ({
    ...reason,
    inputs: reason.inputs.map((input) => {
      const type = types.get(input.name);
      const words = (text: string) => answerWords(type, text, wording) || text;
      return {
        ...input,
        label: type?.definition?.question ?? input.label,
        value: words(input.value),
        ...(input.before !== undefined && { before: words(input.before) }),
      };
    }),
  }));
}
