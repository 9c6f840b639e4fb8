import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.js';
import s from './parts.module.css';

type Look = 'main' | 'danger' | 'plain' | undefined;

/** A button; while `busy`, it can't be pressed again. */
export function Button({
  look,
  busy,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; busy?: boolean | undefined }) {
  return (
    <button
      {...rest}
      type={type}
      disabled={rest.disabled || busy}
      aria-busy={busy}
      className={classes(s.button, look && s[look], rest.className)}
    />
  );
}

/** A link to a page of the console that looks like a button. */
export function ButtonLink({ to, look, children }: { to: string; look?: Look; children: ReactNode }) {
  return (
    <Link href={to} className={classes(s.button, look && s[look])}>
      {children}
    </Link>
  );
}
