import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { t } from '../texts/texts.js';
import { Icon } from './icon.js';
import { dateText, typedDate } from './typed-date.js';

const Calendar = lazy(async () => ({ default: (await import('./calendar.js')).Calendar }));

/** A calendar date, typed as people write it here, or chosen from a month. Its value is `2026-11-23`, or empty. */
export function DateField({
  label,
  hint,
  error,
  value,
  required,
  disabled,
  onValue,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  required?: boolean;
  disabled?: boolean;
  onValue: (date: string) => void;
}) {
  const [typed, setTyped] = useState(dateText(value));
  const [isOpen, setOpen] = useState(false);
  const [isLeft, setLeft] = useState(false);
  useEffect(() => setTyped((before) => (typedDate(before) === value ? before : dateText(value))), [value]);
  const type = (text: string) => {
    setTyped(text);
    setLeft(false);
    const date = text.trim() === '' ? '' : typedDate(text);
    if (date !== undefined && date !== value) onValue(date);
  };
  const leave = () => {
    setLeft(true);
    const date = typedDate(typed, { isWhole: true });
    if (date === undefined) return;
    setTyped(dateText(date));
    if (date !== value) onValue(date);
  };
  const isNone = isLeft && typed.trim() !== '' && typedDate(typed, { isWhole: true }) === undefined;
  const example = t('parts.dateExample');
  return (
    <TextInput
      label={label}
      description={hint}
      error={isNone ? t('parts.noDate', { example }) : error}
      value={typed}
      placeholder={example}
      required={required}
      disabled={disabled}
      autoComplete="off"
      inputMode="numeric"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('parts.calendar')}
              disabled={disabled}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name="calendar" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={null}>
              <Calendar
                value={value}
                onValue={(date) => {
                  setOpen(false);
                  setTyped(dateText(date));
                  onValue(date);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
