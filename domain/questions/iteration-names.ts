import { type AnswerMap, entryOf, type LoopIteration } from '../intake/answers.js';
import type { QuestionTypes } from './question-types.js';

/** A longer name would fill the row in which it stands. */
const longest = 80;
const inBraces = /\{([^{}]*)\}/g;

/** The ids of the questions that a template names, in its order: `{vehicle.year} {vehicle.make}`. */
export function questionsNamed(template: string): string[] {
  return [...template.matchAll(inBraces)].map(([, qid = '']) => qid);
}

/** Whether a template has words of its own, which a translation may change. */
export function hasWords(template: string): boolean {
  return /\p{L}/u.test(template.replaceAll(inBraces, ''));
}

/**
 * The names of all iterations of an answer map, by their ids: `2019 Toyota Camry`, by the loop's `name`. One without
 * the answers that its name needs has the loop's label and its number: `Vehicle 1`. Choices are told by their labels, and
 * an answer that names another iteration by that one's name. Equal names of a loop are numbered, so that they can be told apart.
 * @param types the product's questions, in the language of the reader.
 */
export function namesOfIterations(answers: AnswerMap, types: QuestionTypes): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const loops = Object.values(answers).flatMap((entry) => (entry.type === 'LOOP' ? [entry] : []));
  // Loops that name others' iterations come after those.
  const refers = (loop: string) =>
    questionsNamed(types.get(loop)?.named?.name ?? '').some((qid) => types.get(qid)?.definition?.iterationOf);
  for (const { qid, iterations } of [
    ...loops.filter((each) => !refers(each.qid)),
    ...loops.filter((each) => refers(each.qid)),
  ]) {
    const { label, name } = types.get(qid)?.named ?? {
      label: `${qid.charAt(0).toUpperCase()}${qid.slice(1)}`,
    };
    const own = iterations.map((iteration) => name && filled(name, iteration, { types, answers, names }));
    const used = new Map<string, number>();
    iterations.forEach(({ iterationId }, index) => {
      const text = own[index] || `${label} ${index + 1}`;
      const nth = (used.get(text) ?? 0) + 1;
      used.set(text, nth);
      names.set(iterationId, nth === 1 ? text : `${text} (${nth})`);
    });
  }
  return names;
}

interface Known {
  types: QuestionTypes;
  answers: AnswerMap;
  names: ReadonlyMap<string, string>;
}

/** A template with the answers of an iteration; what joins a missing answer to others is left out. Empty without any. */
function filled(template: string, iteration: LoopIteration, known: Known): string {
  const told = questionsNamed(template).map((qid) => answerName(qid, iteration, known));
  if (told.every((each) => each === '')) return '';
  let index = 0;
  const text = template
    .replaceAll(inBraces, () => told[index++] ?? '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:·–-]+|[\s,;:·–-]+$/g, '')
    .replace(/([,;:·–-])(\s*[,;:·–-])+/g, '$1');
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

function answerName(qid: string, iteration: LoopIteration, { types, answers, names }: Known): string {
  const text = entryOf(iteration.answers, qid)?.answer.trim() ?? '';
  const { iterationOf, answerChoices = [] } = types.get(qid)?.definition ?? {};
  if (iterationOf !== undefined) return nameReferred(text, answers[iterationOf], names);
  const choice = answerChoices.find((each) => typeof each === 'object' && each.value === text);
  return typeof choice === 'object' ? choice.label : text;
}

/** The name of the iteration that an answer names by its id or its number from 1; the answer if there is none. */
export function nameReferred(
  answer: string,
  loop: AnswerMap[string] | undefined,
  names: ReadonlyMap<string, string>,
): string {
  const ids = loop?.type === 'LOOP' ? loop.iterations.map(({ iterationId }) => iterationId) : [];
  const id =
    ids.find((each) => each.toLowerCase() === answer.toLowerCase()) ??
    (/^\d{1,4}$/.test(answer) ? ids[Number(answer) - 1] : undefined);
  return (id !== undefined && names.get(id)) || answer;
}
