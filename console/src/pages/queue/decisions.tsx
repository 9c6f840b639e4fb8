import { useQuery } from '@tanstack/react-query';
import { ioi, type JsonObject, type ListedQuote } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Moment, Money } from '../../parts/values.js';
import { t } from '../../texts/texts.js';
import s from './queue.module.css';

/** Who wrote or decided something. */
export function personOf({ createdBy }: { createdBy?: unknown }): { id?: string; name: string } {
  const { id, name } = (createdBy ?? {}) as { id?: string; name?: string };
  return { ...(id !== undefined && { id }), name: name ?? '–' };
}

/** A decision with who made it, when and why. */
export function Decision({ response }: { response: JsonObject }) {
  const { isApproved, underwriterNotes, decisionTimestamp } = response;
  const { name } = personOf(response);
  return (
    <div className={s.entry}>
      <p>
        <strong>{isApproved ? t('queue.approvedBy', { name }) : t('queue.declinedBy', { name })}</strong>{' '}
        <span className="quiet">
          <Moment at={textOf(decisionTimestamp)} />
        </span>
      </p>
      {textOf(underwriterNotes) && <p className={s.text}>{textOf(underwriterNotes)}</p>}
    </div>
  );
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const idOf = ({ requestId }: ListedQuote) => requestId;
const mostQuotes = 100;

/** What was decided before on other quotes of the client; nothing if there are none. */
export function EarlierDecisions({ clientId, quoteId }: { clientId: string; quoteId: string }) {
  const query = { clientId, size: mostQuotes };
  const quotes = useQuery({
    queryKey: ['quotes', 'decided', clientId],
    queryFn: async ({ signal }) =>
      (await ioi.quotes.list(query, { signal })).content.filter((each) => each.underwriterResponse),
  });
  return (
    <Section title={t('queue.earlier')}>
      <Loaded query={quotes} lines={2}>
        {(found) => {
          const others = found.filter(({ requestId }) => requestId !== quoteId);
          if (others.length === 0) return <p className="quiet">{t('queue.noEarlier')}</p>;
          return (
            <Table
              label={t('queue.earlier')}
              rows={others}
              keyOf={idOf}
              columns={[
                { title: t('quotes.product'), cell: ({ lineName }) => lineName },
                {
                  title: t('queue.decision'),
                  cell: ({ underwriterResponse }) =>
                    underwriterResponse?.isApproved ? (
                      <Badge tone="good">{t('queue.approved')}</Badge>
                    ) : (
                      <Badge tone="bad">{t('queue.declined')}</Badge>
                    ),
                  width: '120px',
                },
                {
                  title: t('queue.by'),
                  cell: ({ underwriterResponse }) => personOf(underwriterResponse ?? {}).name,
                  wide: true,
                },
                {
                  title: t('queue.notes'),
                  cell: ({ underwriterResponse }) => textOf(underwriterResponse?.underwriterNotes) ?? '–',
                  wide: true,
                },
                {
                  title: t('quotes.premium'),
                  cell: ({ premium }) => <Money amount={premium} />,
                  align: 'end',
                  width: '120px',
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}
