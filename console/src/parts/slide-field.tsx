import { useEffect, useState } from 'react';
import { Field } from './field.js';

const pauseMs = 150;

/** A field with a slider over whole numbers, which are shown in words. Tells its value when the person pauses. */
export function SlideField({
  label,
  from,
  to,
  value,
  words,
  onValue,
}: {
  label: string;
  from: number;
  to: number;
  value: number;
  words: (value: number) => string;
  onValue: (value: number) => void;
}) {
  const [moved, setMoved] = useState(value);
  useEffect(() => setMoved(value), [value]);
  useEffect(() => {
    if (moved === value) return undefined;
    const timer = setTimeout(() => onValue(moved), pauseMs);
    return () => clearTimeout(timer);
  }, [moved, value, onValue]);
  return (
    <Field label={label} hint={words(moved)}>
      {(control) => (
        <input
          {...control}
          type="range"
          min={from}
          max={to}
          value={moved}
          disabled={from === to}
          aria-valuetext={words(moved)}
          onChange={(event) => setMoved(Number(event.currentTarget.value))}
        />
      )}
    </Field>
  );
}
