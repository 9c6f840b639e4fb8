import { Input, Slider } from '@mantine/core';
import { useEffect, useState } from 'react';

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
    <Input.Wrapper size="sm" label={label} description={words(moved)} labelElement="div">
      <Slider
        min={from}
        max={to}
        value={moved}
        disabled={from === to}
        label={null}
        thumbLabel={label}
        thumbProps={{ 'aria-valuetext': words(moved) }}
        onChange={setMoved}
      />
    </Input.Wrapper>
  );
}
