import { NumberInput } from '@mantine/core';
import type { QuestionInLoop } from '../../api/client.js';
import { number, roundMoney } from '../../texts/formats.js';
import { currentLanguage, t, word } from '../../texts/texts.js';
import { isYear } from '../answer-list.js';
import { DateField } from '../date-field.js';
import { TextField } from '../field.js';
import { Choice, Several } from './choice-field.js';

interface FieldProps {
  question: QuestionInLoop;
  value: string | undefined;
  error: string;
  /** Of a question that names an iteration: those that there are. */
  iterations?: readonly (readonly [id: string, name: string])[] | undefined;
  onValue: (answer: string) => void;
}

/** The control of a question, by the type of its answer. */
export function QuestionField({ question, value, error, iterations, onValue }: FieldProps) {
  const { answerType, defaultAnswer, required } = question;
  const isOptional = !required;
  const label = required ? question.question : `${question.question} ${t('sell.optional')}`;
  const shown = value ?? defaultAnswer ?? '';
  const common = { label, error: error || undefined };
  const choice = { ...common, isOptional: isOptional && defaultAnswer === undefined, value: shown, onValue };
  if (iterations) return <Choice {...choice} choices={iterations} />;
  const choices = (question.answerChoices ?? []).map((each) => [each.value, each.label] as const);
  switch (answerType) {
    case 'SELECT':
      return <Choice {...choice} choices={choices} />;
    case 'BOOLEAN':
      return (
        <Choice
          {...choice}
          choices={(['true', 'false'] as const).map((each) => [each, word('yesNo', each)] as const)}
        />
      );
    case 'MULTI_SELECT':
      return <Several {...choice} choices={choices} />;
    case 'DATE':
      return <DateField {...common} value={shown} onValue={onValue} />;
    case 'NUMBER':
    case 'MONEY':
    case 'PERCENT':
      return <Amount {...common} question={question} value={shown} onValue={onValue} />;
    case 'TEXT':
      return (
        <TextField
          {...common}
          inputMode={inputModeOf(question.qid)}
          autoComplete="off"
          value={shown}
          onValue={onValue}
        />
      );
  }
}

const inputModeOf = (qid: string) =>
  qid.endsWith('phoneNumber') ? ('tel' as const) : qid.endsWith('email') ? ('email' as const) : undefined;

function Amount({
  question,
  label,
  error,
  value,
  onValue,
}: {
  question: QuestionInLoop;
  label: string;
  error: string | undefined;
  value: string;
  onValue: (answer: string) => void;
}) {
  const { answerType } = question;
  const isPlain = isYear(question);
  const separators = currentLanguage() === 'es' ? separatorsIn('es-US') : separatorsIn('en-US');
  return (
    <NumberInput
      label={label}
      description={boundsText(question)}
      error={error}
      value={value}
      {...(isPlain ? {} : separators)}
      hideControls
      inputMode="decimal"
      autoComplete="off"
      prefix={answerType === 'MONEY' ? '$' : ''}
      suffix={answerType === 'PERCENT' ? ' %' : ''}
      // The service says what is wrong with a number; changing it would be silent.
      clampBehavior="none"
      onValueChange={(typed, { source }) => source === 'event' && onValue(typed.value)}
    />
  );
}

function separatorsIn(tag: string) {
  const parts = new Intl.NumberFormat(tag).formatToParts(12345.6);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { thousandSeparator: of('group') || ',', decimalSeparator: of('decimal') || '.' };
}

function boundsText(question: QuestionInLoop): string | undefined {
  const { answerType } = question;
  const { minDecimal: least = question.min, maxDecimal: most = question.max } = question;
  const words = (value: number) => {
    if (isYear(question)) return String(value);
    if (answerType === 'MONEY') return roundMoney(value);
    return answerType === 'PERCENT' ? `${number(value)} %` : number(value);
  };
  if (least !== undefined && most !== undefined)
    return t('sell.between', { min: words(least), max: words(most) });
  if (least !== undefined && least !== 0) return t('sell.least', { min: words(least) });
  return most === undefined ? undefined : t('sell.most', { max: words(most) });
}
