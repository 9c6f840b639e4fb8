import { ExpressionError, referencesOf } from '../../domain/expression/index.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';

/** The most questions that are named. */
const mostNamed = 4;

/** For each question: that its answer decides which others are asked, in words. A workbook does not ask. */
export function decidingQuestions(questions: QuestionTypes | null): ReadonlyMap<string, string> {
  if (!questions) return new Map();
  const asked = new Map<string, Set<string>>();
  for (const { qid, definition } of questions.values()) {
    for (const name of namesIn(definition?.condition, questions)) {
      asked.set(name, (asked.get(name) ?? new Set()).add(qid));
    }
  }
  return new Map([...asked].map(([name, others]) => [name, words([...others])] as const));
}

function words(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return `Decides whether these are asked: ${names.slice(0, mostNamed).join(', ')}${more}`;
}

function namesIn(condition: unknown, questions: QuestionTypes): string[] {
  if (condition === undefined) return [];
  try {
    return referencesOf(condition, questions).map(({ name }) => name);
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
