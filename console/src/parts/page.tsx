import { Group, Stack, type StackProps } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { t } from '../texts/texts.js';
import s from './parts.module.css';

/** A page with its title, which the browser's tab shows, too, and its actions beside it. */
export function Page({
  title,
  beside,
  actions,
  children,
}: {
  title: string;
  /** After the title, such as a badge with a state. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${t('shell.name')}`;
  }, [title]);
  return (
    <div className={s.page}>
      <header className={s.pageHead}>
        <Group gap={8}>
          <h1>{title}</h1>
          {beside}
        </Group>
        {actions && <Group gap={8}>{actions}</Group>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page under a heading. */
export function Section({
  title,
  id,
  actions,
  children,
}: {
  title: string;
  /** Where links lead to it. */
  id?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack component="section" gap={12} miw={0} id={id}>
      <div className={s.pageHead}>
        <h2>{title}</h2>
        {actions && <Group gap={8}>{actions}</Group>}
      </div>
      {children}
    </Stack>
  );
}

/** Names and values, beside each other as far as there is room. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode] | false | undefined)[];
}) {
  return (
    <dl className={s.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1] ?? '–'}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Fields or cards beside each other as far as there is room. */
export const Tiles = ({
  least = 200,
  gap = 16,
  isWhole = false,
  children,
}: {
  /** The least width of each, in pixels. */
  least?: number;
  gap?: number;
  /** Those that there are take the whole width; else they are as wide as if there were more. */
  isWhole?: boolean;
  children: ReactNode;
}) => {
  const columns = `repeat(auto-${isWhole ? 'fit' : 'fill'}, minmax(min(${least}px, 100%), 1fr))`;
  return (
    <div className={s.tiles} style={{ gap, gridTemplateColumns: columns }}>
      {children}
    </div>
  );
};

/** A part of a page on a ground of its own. */
export const Panel = (props: StackProps) => <Stack gap={4} {...props} className={s.panel} />;

/** The filters above a list. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <search className={s.filters} aria-label={t('parts.filters')}>
      {children}
    </search>
  );
}

/** What is shown where a list or page has nothing, with what to do about it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={s.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
