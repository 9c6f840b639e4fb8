import { Link } from 'wouter';
import { ioi, type Quote } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { Dialog } from '../../parts/dialog.js';
import { Empty } from '../../parts/page.js';
import { QuoteBadge } from '../../parts/quotes/quote-state.js';
import { Loaded } from '../../parts/states.js';
import { Moment, Money } from '../../parts/values.js';
import { t } from '../../texts/texts.js';
import s from './quotes.module.css';

/** Chooses the quote to compare with: the latest of the client, or of the product. */
export function CompareWith({ quote, close }: { quote: Quote; close: () => void }) {
  const { requestId, clientId, lineId } = quote;
  const others = useRead(['quotes', 'beside', requestId], async (signal) => {
    const read = (query: { clientId?: string; lineId: string }) =>
      ioi.quotes.list({ ...query, size: 21 }, { signal });
    const ofClient = clientId === undefined ? [] : (await read({ clientId, lineId })).content;
    const found = ofClient.length > 1 ? ofClient : (await read({ lineId })).content;
    return found.filter((each) => each.requestId !== requestId);
  });
  return (
    <Dialog title={t('quotes.compareWith')} close={close}>
      <Loaded query={others}>
        {(found) =>
          found.length === 0 ? (
            <Empty>{t('quotes.noOthers')}</Empty>
          ) : (
            <ul className={s.choices}>
              {found.map((other) => (
                <li key={other.requestId}>
                  <Link href={`/quotes/${requestId}/compare/${other.requestId}`}>
                    <strong>{other.clientName ?? t('clients.noName')}</strong>
                    <Money amount={other.premium} /> <QuoteBadge quote={other} />
                    <span className="quiet">
                      <Moment at={other.quoteTimestamp} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
