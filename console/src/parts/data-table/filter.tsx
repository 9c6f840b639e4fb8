import type { ReactNode } from 'react';
import { day } from '../../texts/formats.js';
import { SelectField, TextField } from '../field.js';

/** A filter of a list, whose value is in the address: a chip while it has one. */
export interface ListFilter {
  name: string;
  label: string;
  /** The value in words. */
  shows: (value: string) => string;
  field: (value: string, change: (value: string) => void) => ReactNode;
}

type Choices = readonly (readonly [value: string, text: string])[];

/** One of some values. */
export const choiceFilter = (name: string, label: string, choices: Choices): ListFilter => ({
  name,
  label,
  shows: (value) => choices.find(([each]) => each === value)?.[1] ?? value,
  field: (value, change) => (
    <SelectField
      label={label}
      value={value}
      choices={value === '' ? [['', '–'], ...choices] : choices}
      onValue={change}
      autoFocus
    />
  ),
});

/** A calendar date. */
export const dateFilter = (name: string, label: string): ListFilter => ({
  name,
  label,
  shows: day,
  field: (value, change) => <TextField type="date" label={label} value={value} onValue={change} autoFocus />,
});

/** A text, exactly as it is. */
export const textFilter = (name: string, label: string): ListFilter => ({
  name,
  label,
  shows: (value) => value,
  field: (value, change) => <TextField label={label} value={value} onValue={change} autoFocus />,
});

/** Only those of which something is true. */
export const flagFilter = (name: string, label: string, yes: string): ListFilter =>
  choiceFilter(name, label, [['true', yes]]);
