import { useState } from 'react';
import { errorAt } from '../api/problems.js';

/**
 * What the fields of a form hold, and a function that gives a field its value, what changes it, and what the service says of it
 * when `act` has failed: `<TextField label="Reason" {...field('reason', fire)} />`. `within` is where the values lie in
 * what is sent, as in `/payload`.
 */
export function useFields<Values extends object>(initial: Values | (() => Values), within = '') {
  const [values, setValues] = useState(initial);
  const pointerOf = (name: string) => `${within}/${name}`;
  const field = <Name extends keyof Values & string>(name: Name, act?: { error: unknown }) => ({
    value: values[name],
    onValue: (value: Values[Name]) => setValues((before) => ({ ...before, [name]: value })),
    error: errorAt(act?.error, pointerOf(name)),
  });
  field.pointers = Object.keys(values).map(pointerOf);
  return [values, field] as const;
}

/** The values that somebody has filled in: texts without spaces around them, none that is empty. */
export function filled<Values extends object>(values: Values): Partial<Values> {
  const trimmed = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== '')) as Partial<Values>;
}
