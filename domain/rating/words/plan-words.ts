import { Decimal, isDate, type Logic, normalize, parseDecimal } from '../../expression/index.js';
import { operatorWords } from './operator-words.js';
import { binds, type Phrase, phrase, readBy, type Speaker } from './phrase.js';
import { capital, constantWords, listed, nameWords, quoted } from './value-words.js';
import { answeredNumber, choiceLabel, type Vocabulary } from './vocabulary.js';

/** A plan's expressions and conditions in English, with the names that people know. */
export interface PlanWords extends Vocabulary {
  /** An expression as a product file writes it: `the lower of “Sales” and 5,000,000`. */
  expression(written: unknown): string;
  /** A condition: `“Claims in five years” is more than 3`. */
  condition(written: unknown): string;
  /** An expression inside a sentence, in brackets if it is a choice. */
  operand(written: unknown): string;
}

export function planWords(vocabulary: Vocabulary): PlanWords {
  const speaker: Speaker = {
    ...vocabulary,
    say: (logic, around) => bracketed(phraseOf(logic, speaker), around),
    test: (logic, around) => bracketed(testOf(logic, speaker), around),
    beside: (logic, other) => literalOf(logic, other, speaker) ?? speaker.say(logic, binds.comparison),
  };
  const checked = (written: unknown): Logic => normalize(written, vocabulary.questions);
  return {
    ...vocabulary,
    expression(written) {
      const logic = checked(written);
      return sumOfChoices(logic, speaker) ?? speaker.say(logic);
    },
    condition: (written) => speaker.test(checked(written)),
    operand: (written) => speaker.say(checked(written), binds.choice),
  };
}

function bracketed({ text, binds: bound }: Phrase, around: number | undefined): string {
  return around !== undefined && bound <= around ? `(${text})` : text;
}

/** A sum of several parts, some of them with conditions, as a list; null for any other expression. */
function sumOfChoices(logic: Logic, speaker: Speaker): string | null {
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) return null;
  const parts = logic['+'] ?? [];
  const hasChoice = parts.some((part) => part !== null && typeof part === 'object' && 'if' in part);
  if (parts.length < 3 || !hasChoice) return null;
  return ['the sum of:', ...parts.map((part) => `•  ${speaker.say(part)}`)].join('\n');
}

function phraseOf(logic: Logic, speaker: Speaker): Phrase {
  if (logic === null) return phrase('nothing', binds.word);
  if (typeof logic === 'boolean') return phrase(logic ? 'yes' : 'no', binds.word);
  if (typeof logic === 'string')
    return phrase(isDate(logic) ? logic : quoted(constantWords(logic)), binds.word);
  if (Array.isArray(logic)) return phrase(listed(logic.map((item) => speaker.say(item))), binds.phrase);
  const [entry] = Object.entries(logic);
  if (!entry) return phrase('nothing', binds.word);
  const [operator, operands] = entry;
  // Every operator that a checked expression can have is a key: the type of `operatorWords` demands it.
  return operatorWords[operator as keyof typeof operatorWords](operands, speaker);
}

/** What is tested by itself: an answer that must be yes, or a number that must not be zero. */
function testOf(logic: Logic, speaker: Speaker): Phrase {
  const read = readBy(logic);
  if (read?.operator !== 'answer' && read?.operator !== 'value') return phraseOf(logic, speaker);
  const type = speaker.questions.get(read.name)?.answerType;
  const is = read.operator === 'value' || type === 'BOOLEAN' ? 'is yes' : 'is given and not zero';
  return phrase(`${phraseOf(logic, speaker).text} ${is}`, binds.comparison);
}

/** A constant as the other operand's question has it; null if it is no constant, or the other no question. */
function literalOf(logic: Logic, other: Logic, speaker: Speaker): string | null {
  const read = readBy(other);
  const written = typeof logic === 'string' ? logic : decimalIn(logic);
  if (written !== null && read?.operator === 'value' && read.name === 'term') {
    return quoted(capital(nameWords(written)));
  }
  if (written === null || read?.operator !== 'answer') return null;
  const label = choiceLabel(speaker, read.name, written);
  if (label !== undefined) return quoted(label);
  const number = parseDecimal(written);
  const isText = typeof logic === 'string' && speaker.questions.get(read.name)?.answerType !== 'MONEY';
  return number === null || isText ? null : answeredNumber(speaker, read.name, number);
}

function decimalIn(logic: Logic): string | null {
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) return null;
  const written = logic.decimal?.[0];
  return typeof written === 'string' ? Decimal.of(written).toFixed() : null;
}
