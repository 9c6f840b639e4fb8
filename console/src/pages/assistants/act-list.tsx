import { type AssistantAct, type AssistantActPage, type AssistantActState, ioi } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { StateOfAct } from '../../parts/assistants/act-decision.js';
import type { Column } from '../../parts/column.js';
import { SelectField } from '../../parts/field.js';
import { oneOf, useFilters } from '../../parts/filters.js';
import { Empty, Filters, Page, Section } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { UnreadFilters } from '../../parts/unread-filters.js';
import { authorName } from '../../parts/values.js';
import { day, money } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';

const idOf = ({ id }: AssistantAct) => id;
const states: readonly AssistantActState[] = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'REFUSED', 'EXPIRED'];
const filters = { state: oneOf(...states) };

/** What assistants did and ask to do, the latest first, and what it comes to today. */
export function ActList() {
  const [values, change] = useFilters(filters);
  const { state = '' } = values;
  const query = { size: 100, ...(state && { state }) };
  const list = useList(
    ['assistants', 'list', state],
    (signal) => ioi.assistants.list(query, { signal }),
    idOf,
  );
  const columns: Column<AssistantAct>[] = [
    { id: 'title', title: t('assistants.act') },
    {
      title: t('assistants.askedBy'),
      cell: ({ askedBy }) => authorName(askedBy),
      width: '220px',
      wide: true,
    },
    {
      title: t('assistants.money'),
      value: ({ money: moved }) => moved?.amount,
      show: 'money',
      width: '140px',
      wide: true,
    },
    { id: 'askedTimestamp', title: t('assistants.asked'), show: 'ago', wide: true },
    { title: t('assistants.state'), cell: (act) => <StateOfAct act={act} />, width: '150px' },
  ];
  return (
    <Page title={t('assistants.title')}>
      <p className="quiet">{t('assistants.about')}</p>
      <Filters>
        <SelectField
          label={t('assistants.state')}
          value={state}
          choices={[
            ['', t('assistants.all')],
            ...states.map((each) => [each, word('assistantActState', each)] as const),
          ]}
          onValue={(chosen) => change({ state: chosen })}
        />
      </Filters>
      <UnreadFilters values={values} />
      <ListTable
        label={t('assistants.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ id }) => `/assistants/${id}`}
        empty={<Empty>{t('assistants.none')}</Empty>}
      />
      {list.first && <Today page={list.first} />}
    </Page>
  );
}

/** The acts and the money of the day, by which limits count. */
function Today({ page: { day: date, today } }: { page: Pick<AssistantActPage, 'day' | 'today'> }) {
  if (today.length === 0) return null;
  return (
    <Section title={t('assistants.today', { day: day(date) })}>
      <ul>
        {today.map(({ apiKey, grantId, personId, name, acts, money: moved }) => (
          <li key={apiKey ?? grantId ?? personId}>
            {t('assistants.used', {
              name,
              n: acts,
              money: moved.map(({ amount }) => money(amount)).join(', ') || money(0),
            })}
          </li>
        ))}
      </ul>
    </Section>
  );
}
