import type { DisplayedLoopQuestion, DisplayedQuestion } from '../questions/question-display.js';
import { ofProduct } from './outside.js';

export type Asked = DisplayedQuestion | DisplayedLoopQuestion;

/** More are asked for one by one. */
const mostChoices = 12;

/** A question in a line: its id, what it takes, whether it is needed, and its choices if they are few. */
export function questionLine(question: Omit<Asked, 'answerChoices'> & Pick<Asked, 'answerChoices'>): string {
  const { qid, question: text, required, defaultAnswer, condition, visible } = question;
  const facts = [
    typeWords(question),
    ...boundsOf(question),
    required ? 'required' : 'optional',
    ...(defaultAnswer === undefined ? [] : [`default ${ofProduct(defaultAnswer, 60)}`]),
    ...(condition !== undefined && !visible ? ['only in some cases'] : []),
  ];
  return `- \`${qid}\` (${facts.join(', ')}): ${sentence(ofProduct(text))}${choicesOf(question)}`;
}

const sentence = (text: string): string => (/[.?!:]$/.test(text) ? text : `${text}.`);

function typeWords({ answerType, iterationOf }: Pick<Asked, 'answerType' | 'iterationOf'>): string {
  if (iterationOf !== undefined) return `which of ${iterationOf}, such as ${iterationOf}[0]`;
  switch (answerType) {
    case 'TEXT':
      return 'text';
    case 'SELECT':
      return 'one of the choices';
    case 'MULTI_SELECT':
      return 'a list of choices';
    case 'BOOLEAN':
      return 'true or false';
    case 'NUMBER':
      return 'number';
    case 'MONEY':
      return 'amount';
    case 'PERCENT':
      return 'percent';
    case 'DATE':
      return 'YYYY-MM-DD';
  }
}

function boundsOf({ min, max, minDecimal, maxDecimal, minDate, maxDate }: Partial<Asked>): string[] {
  const [least, most] = [minDecimal ?? min ?? minDate, maxDecimal ?? max ?? maxDate];
  return [...(least === undefined ? [] : [`from ${least}`]), ...(most === undefined ? [] : [`to ${most}`])];
}

function choicesOf({ qid, answerChoices = [] }: Pick<Asked, 'qid' | 'answerChoices'>): string {
  if (answerChoices.length === 0) return '';
  const shown = answerChoices.slice(0, answerChoices.length > mostChoices ? 3 : mostChoices);
  const list = shown.map(({ value, label }) =>
    value === label ? `\`${value}\`` : `\`${value}\` ${ofProduct(label, 80)}`,
  );
  const more =
    answerChoices.length > shown.length
      ? `, and ${answerChoices.length - shown.length} more: ask with \`question\` ${qid} and a \`search\``
      : '';
  return ` Choices: ${list.join(', ')}${more}`;
}
