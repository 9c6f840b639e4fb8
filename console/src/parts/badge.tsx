import { Badge as MantineBadge } from '@mantine/core';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | undefined;

/** The color of a tone, by Mantine's names; `tokens.css` says what they look like. */
export const colorOf = (tone: Tone) =>
  tone === undefined ? 'gray' : ({ good: 'green', warn: 'yellow', bad: 'red', info: 'blue' } as const)[tone];

/** A short word about a state. Its color repeats what the word says. */
export function Badge({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <MantineBadge variant="light" color={colorOf(tone)} tt="none" fw={500} size="md" component="span">
      {children}
    </MantineBadge>
  );
}
