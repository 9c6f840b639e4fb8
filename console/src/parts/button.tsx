import { Button as MantineButton } from '@mantine/core';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';

type Look = 'main' | 'danger' | 'plain' | undefined;

const looks = {
  main: { variant: 'filled' },
  danger: { variant: 'outline', color: 'red' },
  plain: { variant: 'subtle', color: 'gray' },
} as const;

const lookOf = (look: Look) => (look === undefined ? {} : looks[look]);

type Attributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'type'>;

/** A button; while `busy`, it can't be pressed again. */
export function Button({
  look,
  busy,
  type = 'button',
  ...rest
}: Attributes & {
  look?: Look;
  busy?: boolean | undefined;
  type?: 'button' | 'submit';
}) {
  const isDisabled = rest.disabled === true || busy === true;
  return <MantineButton {...lookOf(look)} {...rest} type={type} disabled={isDisabled} aria-busy={busy} />;
}

/** A link to a page of the console that looks like a button. */
export function ButtonLink({ to, look, children }: { to: string; look?: Look; children: ReactNode }) {
  return (
    <MantineButton {...lookOf(look)} component={Link} href={to}>
      {children}
    </MantineButton>
  );
}
