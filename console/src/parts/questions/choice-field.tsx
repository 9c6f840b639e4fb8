import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../texts/texts.js';
import { choicesIn } from '../answer-list.js';
import { ChecksField, SelectField } from '../field.js';

export interface ChoiceProps {
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  value: string;
  choices: readonly (readonly [value: string, text: string])[];
  /** Whether it can be left without an answer. */
  isOptional: boolean;
  onValue: (answer: string) => void;
}

const mostSegments = 3;
/** Of the narrowest field, in pixels; each segment and character takes about so much of it. */
const width = { field: 196, segment: 26, character: 8 };

/** One of some choices: beside each other where they are few and short, else in a list. */
export function Choice(props: ChoiceProps) {
  const { choices, isOptional, value, label, hint, error, onValue } = props;
  const taken = choices.reduce((sum, [, text]) => sum + width.segment + text.length * width.character, 0);
  if (choices.length > 0 && choices.length <= mostSegments && taken <= width.field) return <Segments {...props} />;
  // What has an answer and needs one does not offer to take it back.
  const none = isOptional || value === '' ? [['', t('sell.choose')] as const] : [];
  return <SelectField {...{ label, hint, error, value, onValue }} choices={[...none, ...choices]} />;
}

function Segments({ label, hint, error, value, choices, isOptional, onValue }: ChoiceProps) {
  const id = useId();
  const told = [hint && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  const none = isOptional ? [['', t('sell.noAnswer')] as const] : [];
  return (
    <Input.Wrapper id={id} size="sm" label={label} description={hint} error={error} labelElement="div">
      <div data-invalid={error ? true : undefined}>
        <SegmentedControl
          fullWidth
          radius="sm"
          aria-label={label}
          aria-describedby={told || undefined}
          value={value}
          data={[...choices, ...none].map(([each, text]) => ({ value: each, label: text }))}
          onChange={onValue}
          transitionDuration={0}
        />
      </div>
    </Input.Wrapper>
  );
}

/** Any of some choices; their values as a JSON list. */
export function Several({ label, hint, error, value, choices, onValue }: ChoiceProps) {
  return (
    <ChecksField
      {...{ label, hint, error, choices }}
      values={choicesIn(value).filter(Boolean)}
      onValues={(chosen) => {
        const inOrder = choices.map(([each]) => each).filter((each) => chosen.includes(each));
        onValue(inOrder.length === 0 ? '' : JSON.stringify(inOrder));
      }}
    />
  );
}
