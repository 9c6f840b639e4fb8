import type { QuestionInLoop } from '../../api/client.js';
import { t, word } from '../../texts/texts.js';
import { choicesIn } from '../answer-list.js';
import { Field, SelectField, TextField } from '../field.js';
import s from './questions.module.css';

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
  const { answerType, defaultAnswer = '', required } = question;
  const { minDecimal: min = question.min, maxDecimal: max = question.max } = question;
  const label = required ? question.question : `${question.question} ${t('sell.optional')}`;
  const shown = value ?? defaultAnswer;
  const common = { label, error: error || undefined };
  if (iterations) return <Choice {...common} value={shown} choices={iterations} onValue={onValue} />;
  const choices = (question.answerChoices ?? []).map((each) => [each.value, each.label] as const);
  switch (answerType) {
    case 'SELECT':
      return <Choice {...common} value={shown} choices={choices} onValue={onValue} />;
    case 'BOOLEAN':
      return (
        <Choice
          {...common}
          value={shown}
          choices={(['true', 'false'] as const).map((each) => [each, word('yesNo', each)] as const)}
          onValue={onValue}
        />
      );
    case 'MULTI_SELECT':
      return <Several {...common} value={shown} choices={choices} onValue={onValue} />;
    case 'DATE':
      return <TextField {...common} type="date" value={shown} onValue={onValue} />;
    case 'NUMBER':
    case 'MONEY':
    case 'PERCENT':
      return (
        <TextField
          {...common}
          hint={hintOf(answerType, min, max)}
          inputMode="decimal"
          autoComplete="off"
          value={shown}
          onValue={(text) => onValue(text.replace(/[\s,$%]/g, ''))}
        />
      );
    case 'TEXT':
      return <TextField {...common} autoComplete="off" value={shown} onValue={onValue} />;
  }
}

function hintOf(type: 'NUMBER' | 'MONEY' | 'PERCENT', min?: number, max?: number): string | undefined {
  const bounds =
    min !== undefined && max !== undefined
      ? t('sell.between', { min, max })
      : min !== undefined
        ? t('sell.least', { min })
        : max !== undefined && t('sell.most', { max });
  const unit = { NUMBER: '', MONEY: t('sell.dollars'), PERCENT: t('sell.percent') }[type];
  return [unit, bounds].filter(Boolean).join(', ') || undefined;
}

interface ChoiceProps {
  label: string;
  error: string | undefined;
  value: string;
  choices: readonly (readonly [value: string, text: string])[];
  onValue: (answer: string) => void;
}

function Choice({ value, choices, ...field }: ChoiceProps) {
  return <SelectField {...field} value={value} choices={[['', t('sell.choose')], ...choices]} />;
}

function Several({ label, error, value, choices, onValue }: ChoiceProps) {
  const chosen = choicesIn(value);
  const toggle = (choice: string) => {
    const after = choices.map(([each]) => each).filter((each) => chosen.includes(each) !== (each === choice));
    onValue(after.length === 0 ? '' : JSON.stringify(after));
  };
  return (
    <Field label={label} error={error}>
      {({ id, ...described }) => (
        <fieldset className={s.several} aria-label={label} {...described}>
          {choices.map(([choice, text], index) => (
            <label key={choice}>
              <input
                id={index === 0 ? id : undefined}
                type="checkbox"
                checked={chosen.includes(choice)}
                onChange={() => toggle(choice)}
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}
