import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Icon } from '../../parts/icon.js';
import { Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { may, me } from '../../session/me.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { type Card, type CardId, cards } from './cards.js';
import s from './home.module.css';

/** Counts are asked for again while the page is open. */
const everyMs = 60_000;

/** What waits for the person: the cards of their roles first, then what else they may see. */
export function HomePage() {
  return (
    <Page title={t('home.title')}>
      <div className={s.cards}>
        {ownCards().map((id) => (
          <CardView key={id} id={id} card={cards[id]} />
        ))}
      </div>
    </Page>
  );
}

function ownCards(): CardId[] {
  const { roles } = me();
  const isFirst = (card: Card) => card.roles.some((role) => roles.includes(role));
  const ids = (Object.keys(cards) as CardId[]).filter((id) => may(cards[id].needs));
  return [...ids.filter((id) => isFirst(cards[id])), ...ids.filter((id) => !isFirst(cards[id]))];
}

function CardView({ id, card }: { id: CardId; card: Card }) {
  const query = useQuery({
    queryKey: ['home', id],
    queryFn: ({ signal }) => card.load(signal),
    refetchInterval: everyMs,
  });
  const total = query.data?.total;
  return (
    <section className={s.card} aria-labelledby={`home-${id}`}>
      <h2 id={`home-${id}`}>
        <Link href={card.to}>
          <Icon name={card.icon} />
          <span>{t(card.title)}</span>
          <span className="numbers">{total === undefined ? '' : number(total)}</span>
        </Link>
      </h2>
      <div className={s.rows}>
        <Loaded query={query} lines={4}>
          {({ rows }) =>
            rows.length === 0 ? <p className={s.none}>{t(card.none)}</p> : <Rows rows={rows} />
          }
        </Loaded>
      </div>
    </section>
  );
}

function Rows({ rows }: { rows: Awaited<ReturnType<Card['load']>>['rows'] }) {
  return (
    <ul>
      {rows.map(({ key, to, what, below, beside }) => (
        <li key={key}>
          <Link href={to}>
            <span className={s.what}>{what}</span>
            <span className={s.below}>{below}</span>
            <span className={s.beside}>{beside}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
