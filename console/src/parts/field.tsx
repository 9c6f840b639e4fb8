import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useState,
} from 'react';
import s from './parts.module.css';

/** What the control of a field has to carry, so that its label, hint and error are read with it. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** A label above a control, with a hint and an error below it. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={s.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': told || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <span className={s.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className={s.error} id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

interface Labeled {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A field with an `<input>`. */
export function TextField({
  label,
  hint,
  error,
  onValue,
  ...input
}: Labeled & InputHTMLAttributes<HTMLInputElement> & { onValue?: (value: string) => void }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input {...input} {...control} onChange={(event) => onValue?.(event.currentTarget.value)} />
      )}
    </Field>
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
}: Labeled & TextareaHTMLAttributes<HTMLTextAreaElement> & { onValue: (value: string) => void }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
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
  const id = useId();
  return (
    <fieldset className={s.choices}>
      <legend>{label}</legend>
      {choices.map(([each, text, hint]) => (
        <label key={each}>
          <input
            type="radio"
            name={id}
            checked={each === value}
            aria-describedby={`${id}-${each}`}
            onChange={() => onValue(each)}
          />
          {text}
          <span className={s.hint} id={`${id}-${each}`}>
            {hint}
          </span>
        </label>
      ))}
    </fieldset>
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
  const id = useId();
  return (
    <fieldset className={s.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {hint && <p className={s.hint}>{hint}</p>}
      {choices.map(([each, text, about]) => (
        <label key={each}>
          <input
            type="checkbox"
            checked={values.includes(each)}
            aria-describedby={about && `${id}-${each}`}
            onChange={({ currentTarget: { checked } }) =>
              onValues(checked ? [...values, each] : values.filter((value) => value !== each))
            }
          />
          <span>{text}</span>
          {about && (
            <span className={s.hint} id={`${id}-${each}`}>
              {about}
            </span>
          )}
        </label>
      ))}
      {error && (
        <span className={s.error} id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}

/** A field with a `<select>`; `choices` are value and text. */
export function SelectField({
  label,
  hint,
  error,
  choices,
  onValue,
  ...select
}: Labeled &
  SelectHTMLAttributes<HTMLSelectElement> & {
    choices: readonly (readonly [value: string, text: string])[];
    onValue: (value: string) => void;
  }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control} onChange={(event) => onValue(event.currentTarget.value)}>
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const pauseMs = 250;

/** A text filter: tells its value when the person pauses. */
export function SearchField({
  label,
  hint,
  value,
  onValue,
}: Labeled & { value: string; onValue: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onValue(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onValue]);
  return <TextField type="search" label={label} hint={hint} value={typed} onValue={setTyped} data-search />;
}
