import { Checkbox, Input, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useState,
} from 'react';

/** What the control of a field has to carry, so that its label, hint and error are read with it. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

interface Labeled {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** What of them Mantine's inputs name otherwise or take no part in. */
type Own = 'onChange' | 'size' | 'color' | 'style';

/** A label above a control that is none of those below, with a hint and an error below it. */
export function Field({
  label,
  hint,
  error,
  children,
}: Labeled & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const told = [hint && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Input.Wrapper id={id} size="sm" label={label} description={hint} error={error}>
      {children({ id, 'aria-describedby': told || undefined, 'aria-invalid': error ? true : undefined })}
    </Input.Wrapper>
  );
}

/** A field with an `<input>`. */
export function TextField({
  label,
  hint,
  error,
  onValue,
  ...input
}: Labeled & Omit<InputHTMLAttributes<HTMLInputElement>, Own> & { onValue?: (value: string) => void }) {
  return (
    <TextInput
      {...input}
      label={label}
      description={hint}
      error={error}
      onChange={(event) => onValue?.(event.currentTarget.value)}
    />
  );
}

/** A field with a `<textarea>`. */
export function TextAreaField({
  label,
  hint,
  error,
  onValue,
  rows = 4,
  ...area
}: Labeled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own> & { onValue: (value: string) => void }) {
  return (
    <Textarea
      {...area}
      label={label}
      description={hint}
      error={error}
      rows={rows}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}

/** A choice of a few, each with a hint that tells what it means. */
export function ChoiceField<Value extends string>({
  label,
  value,
  choices,
  onValue,
}: {
  label: string;
  value: Value | '';
  choices: readonly (readonly [value: Value, text: string, hint: string])[];
  onValue: (value: Value) => void;
}) {
  return (
    <Radio.Group label={label} value={value} onChange={(chosen) => onValue(chosen as Value)}>
      <Stack gap="xs" mt={4}>
        {choices.map(([each, text, hint]) => (
          <Radio key={each} value={each} label={text} description={hint} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Any of a number of choices. */
export function ChecksField<Value extends string>({
  label,
  hint,
  error,
  values,
  choices,
  onValues,
}: Labeled & {
  values: readonly Value[];
  choices: readonly (readonly [value: Value, text: ReactNode, hint?: string])[];
  onValues: (values: Value[]) => void;
}) {
  return (
    <Checkbox.Group
      label={label}
      description={hint}
      error={error}
      value={[...values]}
      onChange={(chosen) => onValues(chosen as Value[])}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Stack gap="xs" mt={4}>
        {choices.map(([each, text, about]) => (
          <Checkbox key={each} value={each} label={text} description={about} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** One yes or no. */
export function CheckField({
  label,
  hint,
  checked,
  disabled,
  onChecked,
}: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChecked: (checked: boolean) => void;
}) {
  return (
    <Checkbox
      label={label}
      description={hint}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChecked(event.currentTarget.checked)}
    />
  );
}

/** A field with a `<select>`; `choices` are value and text. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  choices,
  onValue,
  ...select
}: Labeled &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, Own> & {
    choices: readonly (readonly [value: Value, text: string])[];
    onValue: (value: Value) => void;
  }) {
  return (
    <NativeSelect
      {...select}
      label={label}
      description={hint}
      error={error}
      data={choices.map(([value, text]) => ({ value, label: text }))}
      onChange={(event) => onValue(event.currentTarget.value as Value)}
    />
  );
}

const pauseMs = 250;

/** A text filter: tells its value when the person pauses. With a placeholder its label is for screen readers alone. */
export function SearchField({
  label,
  hint,
  placeholder,
  value,
  onValue,
}: Omit<Labeled, 'label'> & {
  label: string;
  placeholder?: string;
  value: string;
  onValue: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onValue(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onValue]);
  return (
    <TextInput
      type="search"
      {...(placeholder === undefined ? { label } : { placeholder, 'aria-label': label, size: 'xs' })}
      description={hint}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      data-search
    />
  );
}
