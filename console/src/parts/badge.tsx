import type { ReactNode } from 'react';
import { classes } from './classes.js';
import s from './parts.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | undefined;

/** A short word about a state. Its color repeats what the word says. */
export function Badge({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(s.badge, tone && s[tone])}>{children}</span>;
}
