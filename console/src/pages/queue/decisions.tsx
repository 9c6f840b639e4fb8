import { Link } from 'wouter';
import { ioi } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Money } from '../../parts/values.js';
import { t } from '../../texts/texts.js';
import s from './queue.module.css';

const mostQuotes = 100;

/** What was decided before on other quotes of the client; nothing if there are none. */
export function EarlierDecisions({ clientId, quoteId }: { clientId: string; quoteId: string }) {
  const query = { clientId, size: mostQuotes };
  const quotes = useRead(['quotes', 'decided', clientId], async (signal) =>
    (await ioi.quotes.list(query, { signal })).content.filter((each) => each.underwriterResponse),
  );
  return (
    <Section title={t('queue.earlier')}>
      <Loaded query={quotes} lines={2}>
        {(found) => {
          const others = found.filter(({ requestId }) => requestId !== quoteId);
          if (others.length === 0) return <p className="quiet">{t('queue.noEarlier')}</p>;
          return (
            <ul>
              {others.map(({ requestId: id, lineName, underwriterResponse, premium }) => (
                <li key={id} className={s.entryHead}>
                  {underwriterResponse?.isApproved ? (
                    <Badge tone="good">{t('queue.approved')}</Badge>
                  ) : (
                    <Badge tone="bad">{t('queue.declined')}</Badge>
                  )}
                  <Link href={`/quotes/${id}`}>{lineName}</Link>
                  <span className={s.amount}>
                    <Money amount={premium} />
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}
