import { useQueries } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '../../parts/button.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Page, Tiles } from '../../parts/page.js';
import { Loaded, Skeleton } from '../../parts/states.js';
import { may, me } from '../../session/me.js';
import { hasPage } from '../../shell/areas.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { type Card, type CardId, type CardRow, cards } from './cards.js';
import s from './home.module.css';

/** Counts are asked for again while the page is open. */
const everyMs = 60_000;

/** What waits for the person: lists of their roles first, then what else they may see. Where nothing waits, a line says so. */
export function HomePage() {
  const ids = ownCards();
  const queries = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['home', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => cards[id].load({ signal }),
      refetchInterval: everyMs,
    })),
  });
  const shown = ids.map((id, index) => ({ id, query: queries[index] as (typeof queries)[number] }));
  // All at once: a list that came later would move the others.
  const isPending = queries.some((query) => query.isPending);
  const waiting = shown.filter(({ query }) => query.isError || (query.data?.rows.length ?? 0) > 0);
  const clear = shown.filter((each) => !waiting.includes(each));
  return (
    <Page title={t('home.title')}>
      {isPending ? (
        <Skeleton lines={8} />
      ) : (
        <>
          {waiting.length === 0 && <NothingWaits />}
          <Tiles least={340}>
            {waiting.map(({ id, query }) => (
              <section key={id} className={s.card} aria-labelledby={`home-${id}`}>
                <Head id={id} total={query.data?.total} />
                <Loaded query={query} lines={4}>
                  {({ rows }) => <Rows rows={rows} />}
                </Loaded>
              </section>
            ))}
          </Tiles>
          {clear.length > 0 && <Clear ids={clear.map(({ id }) => id)} />}
        </>
      )}
    </Page>
  );
}

function ownCards(): CardId[] {
  const { roles } = me();
  const isFirst = (card: Card) => card.roles.some((role) => roles.includes(role));
  const ids = (Object.keys(cards) as CardId[]).filter((id) => may(cards[id].needs));
  return [...ids.filter((id) => isFirst(cards[id])), ...ids.filter((id) => !isFirst(cards[id]))];
}

function NothingWaits() {
  const action = hasPage('/sell') && (
    <ButtonLink to="/sell" look="main">
      {t('sell.title')}
    </ButtonLink>
  );
  return <Empty action={action}>{t('home.nothing')}</Empty>;
}

function Head({ id, total }: { id: CardId; total: number | undefined }) {
  const { to, icon, title } = cards[id];
  return (
    <h2 id={`home-${id}`}>
      <Link href={to}>
        <Icon name={icon} />
        <span>{t(title)}</span>
        {total !== undefined && <span className={s.total}>{number(total)}</span>}
      </Link>
    </h2>
  );
}

function Rows({ rows }: { rows: readonly CardRow[] }) {
  return (
    <ul className={s.rows}>
      {rows.map(({ to, what, below, beside }) => (
        <li key={to}>
          <Link href={to}>
            <span className={s.what}>{what}</span>
            <span className={s.below}>
              {below.map((each, index) => (
                <Fragment key={index}>
                  {index > 0 && ' · '}
                  {each}
                </Fragment>
              ))}
            </span>
            <span className={s.beside}>{beside}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The lists with nothing in them. */
function Clear({ ids }: { ids: readonly CardId[] }) {
  return (
    <section className={s.clear} aria-label={t('home.clear')}>
      <h2>{t('home.clear')}</h2>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <Link href={cards[id].to}>
              <Icon name={cards[id].icon} />
              {t(cards[id].title)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
