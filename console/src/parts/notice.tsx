import { Alert, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorOf, type Tone } from './badge.js';

/** Something that a person should know before they go on, with what they can do about it. What is bad is said at once. */
export function Notice({
  tone = 'warn',
  title,
  actions,
  children,
}: {
  tone?: Tone;
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Alert color={colorOf(tone)} title={title} role={tone === 'bad' ? 'alert' : 'status'}>
      <Group justify="space-between" gap="sm">
        <span>{children}</span>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </Alert>
  );
}
