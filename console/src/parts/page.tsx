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
        <div className={s.row}>
          <h1>{title}</h1>
          {beside}
        </div>
        {actions && <div className={s.row}>{actions}</div>}
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
    <section className={s.section} id={id}>
      <div className={s.pageHead}>
        <h2>{title}</h2>
        {actions && <div className={s.row}>{actions}</div>}
      </div>
      {children}
    </section>
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

/** Fields beside each other as far as there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={s.pair}>{children}</div>;

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
