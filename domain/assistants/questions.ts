import type { ProductDisplay } from '../product/product-display.js';
import type { DisplayedLine, DisplayedQuestion } from '../questions/question-display.js';
import type { GivenAnswers, GivenIteration } from './answers.js';
import { ofProduct, outside } from './outside.js';
import { type Asked, questionLine } from './question-line.js';
import type { Told } from './told.js';
import { counted } from './words.js';

interface Section {
  title: string;
  questions: readonly DisplayedQuestion[];
}

/** More are found by a search. */
const mostChoicesOfOne = 60;

/**
 * What a product still asks, a section at a time: the first section with a required question that has neither an answer nor a
 * default. Conditions are those of `display`, which was read with the same answers.
 */
export function questionsInWords(display: ProductDisplay, answers: GivenAnswers): Told {
  const sections = [...sectionsOf(display.product)].filter(({ questions }) => questions.length > 0);
  const open = sections.map((section) => ({
    section,
    missing: section.questions.flatMap((one) => missingOf(one, answers)),
  }));
  const first = open.find(({ missing }) => missing.length > 0);
  const missing = open.flatMap((one) => one.missing);
  const product = ofProduct(display.lineName);
  const unknown = unknownIn(answers, sections);
  const notAsked =
    unknown.length === 0
      ? []
      : [
          `\nNot asked with these answers, and not used: ${unknown.map((qid) => outside(qid, 60)).join(', ')}.`,
        ];
  if (first === undefined) {
    const optional = sections.flatMap(({ questions }) =>
      questions.filter(({ qid }) => !Object.hasOwn(answers, qid)),
    );
    return {
      text: [
        `**${product}** has all the answers that it needs: \`rate\` it, or \`quote\` it.`,
        ...(optional.length === 0
          ? []
          : ['May still be answered:', ...optional.flatMap((one) => openLines(one, answers))]),
        ...notAsked,
      ].join('\n'),
      structured: { complete: true, missing: [] },
    };
  }
  return {
    text: [
      `**${product}** still needs ${counted(missing.length, 'answer')}. Next: ${ofProduct(first.section.title)}`,
      ...first.section.questions.flatMap((one) => openLines(one, answers)),
      `\nAsk with all answers so far, and the next section comes. Still missing: ${missing.slice(0, 30).join(', ')}${missing.length > 30 ? ' …' : ''}.`,
      ...notAsked,
    ].join('\n'),
    structured: { complete: false, missing: missing.slice(0, 100) },
  };
}

/** One question with all its choices, or those with a text in them; undefined if it is not asked. */
export function questionInWords(display: ProductDisplay, qid: string, search = ''): Told | undefined {
  const questions = [...sectionsOf(display.product)].flatMap((section) => section.questions);
  const list = questions.find((one) => one.qid === qid && one.loopDefinitionDto !== undefined);
  if (list !== undefined) return { text: openLines(list, {}).join('\n') };
  const found = questions
    .flatMap((question): Asked[] => [question, ...(question.loopQuestions ?? [])])
    .find((one) => one.qid === qid);
  if (found === undefined) return undefined;
  const sought = search.toLowerCase();
  const choices = (found.answerChoices ?? []).filter(({ value, label }) =>
    `${value} ${label}`.toLowerCase().includes(sought),
  );
  const { answerChoices: _, ...question } = found;
  const shown = choices.slice(0, mostChoicesOfOne);
  return {
    text: [
      questionLine(question),
      ...shown.map(({ value, label }) => `  - \`${value}\`: ${ofProduct(label)}`),
      ...(choices.length > shown.length
        ? [`  - and ${choices.length - shown.length} more: give a \`search\``]
        : []),
      ...(found.answerChoices && choices.length === 0 ? ['  - no choice has that text'] : []),
    ].join('\n'),
  };
}

function* sectionsOf(line: DisplayedLine): Generator<Section> {
  if (!line.active) return;
  for (const { title, subsections } of line.display?.sections ?? []) {
    const questions = subsections.flatMap((one) => one.questions).filter(({ visible }) => visible);
    yield { title, questions };
  }
  for (const child of line.lines) yield* sectionsOf(child);
}

const isOpen = ({ required, defaultAnswer }: Asked, given: unknown): boolean =>
  required && defaultAnswer === undefined && (given === undefined || given === '');

/** The ids of required answers that a question lacks: `vehicles[0].vehicle.year` within a loop. */
function missingOf(question: DisplayedQuestion, answers: GivenAnswers): string[] {
  const { qid, loopDefinitionDto: loop, loopQuestions = [] } = question;
  const given = answers[qid];
  if (loop === undefined) return isOpen(question, given) ? [qid] : [];
  const iterations = (Array.isArray(given) ? given : []) as GivenIteration[];
  if (iterations.length < Math.max(loop.minIterations, question.required ? 1 : 0)) return [qid];
  return iterations.flatMap((iteration, index) => {
    const visible = loop.iterations?.[index]?.visibleQuestions ?? [];
    return loopQuestions
      .filter((one) => visible.includes(one.qid) && isOpen(one, iteration[one.qid]))
      .map((one) => `${qid}[${index}].${one.qid}`);
  });
}

/** Given answers to questions that are not shown. */
function unknownIn(answers: GivenAnswers, sections: readonly Section[]): string[] {
  const shown = new Set(sections.flatMap(({ questions }) => questions.map(({ qid }) => qid)));
  return Object.keys(answers).filter((qid) => !shown.has(qid) && !qid.startsWith('client.'));
}

function openLines(question: DisplayedQuestion, answers: GivenAnswers): string[] {
  const given = answers[question.qid];
  const { loopDefinitionDto: loop, loopQuestions = [] } = question;
  if (loop === undefined) return given === undefined ? [questionLine(question)] : [];
  const missing = missingOf(question, answers);
  if (given !== undefined && missing.length === 0) return [];
  const names = new Set(missing.map((one) => one.replace(/^.*\]\./, '')));
  const shown = given === undefined ? loopQuestions : loopQuestions.filter(({ qid }) => names.has(qid));
  const most = loop.maxIterations === undefined ? '' : ` to ${loop.maxIterations}`;
  const size = `a list of ${loop.minIterations}${most}, each an object with`;
  return [
    `- \`${question.qid}\` (${size}): ${ofProduct(question.question)}`,
    ...shown.map((one) => `  ${questionLine(one)}`),
  ];
}
