import { ioi, type Mail } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import type { Column } from '../../parts/column.js';
import { SelectField } from '../../parts/field.js';
import { oneOf, text, useFilters } from '../../parts/filters.js';
import { MailStateBadge, mailStates } from '../../parts/mail-state.js';
import { Empty, Filters, Page } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { UnreadFilters } from '../../parts/unread-filters.js';
import { t, word } from '../../texts/texts.js';

const idOf = ({ id }: Mail) => id;
const filters = { state: oneOf(...mailStates), clientId: text, policyId: text, quoteId: text };
const pollMs = 10_000;

/** What the organization sends, the newest first. */
export function MailList() {
  const [values, change] = useFilters(filters);
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = { size: 100, ...Object.fromEntries(given) };
  const list = useList(['mails', query], (signal) => ioi.mails.list(query, { signal }), idOf, { pollMs });
  const columns: Column<Mail>[] = [
    { title: t('mail.subject'), cell: ({ subject, purpose }) => subject ?? word('mailPurpose', purpose) },
    { title: t('mail.to'), cell: ({ to, postedTo }) => to ?? postedTo ?? '–', wide: true },
    {
      title: t('mail.purpose'),
      cell: ({ purpose }) => word('mailPurpose', purpose),
      width: '160px',
      wide: true,
    },
    { title: t('mail.state'), cell: ({ state }) => <MailStateBadge state={state} />, width: '160px' },
    { id: 'createdTimestamp', title: t('mail.queued'), show: 'ago', wide: true },
  ];
  return (
    <Page title={t('mail.title')}>
      <p className="quiet">{t('mail.about')}</p>
      {list.rows.some(({ reason }) => reason === 'CAUGHT') && <p role="note">{t('mail.caught')}</p>}
      <UnreadFilters values={values} />
      <Filters>
        <SelectField
          label={t('mail.state')}
          value={values.state ?? ''}
          choices={[
            ['', t('mail.all')],
            ...mailStates.map((state) => [state, word('mailState', state)] as const),
          ]}
          onValue={(state) => change({ state: mailStates.find((each) => each === state) })}
        />
      </Filters>
      <ListTable
        label={t('mail.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ id }) => `/mail/${id}`}
        empty={<Empty>{t('mail.none')}</Empty>}
      />
    </Page>
  );
}
