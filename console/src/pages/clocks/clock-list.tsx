import { useState } from 'react';
import { ioi, type ListedClock } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import type { Column } from '../../parts/column.js';
import { Help } from '../../parts/help.js';
import { Empty, Page } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { may } from '../../session/me.js';
import { utcTime } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { CreateClock } from './create-clock.js';

const idOf = ({ id }: ListedClock) => id;
const query = { size: 100 };
/** Others may advance them. */
const pollMs = 10_000;

/** The organization's test clocks, the latest made first. */
export function ClockList() {
  const [isCreating, setCreating] = useState(false);
  const list = useList(['clocks', 'list'], (signal) => ioi.clocks.list(query, { signal }), idOf, { pollMs });
  const columns: Column<ListedClock>[] = [
    { id: 'name', title: t('clocks.name') },
    { title: t('clocks.shows'), cell: ({ businessTime }) => utcTime(businessTime), width: '200px' },
    { title: t('clocks.state'), cell: (clock) => <ClockState clock={clock} />, width: '120px', wide: true },
    {
      title: t('clocks.madeBy'),
      cell: ({ createdBy }) => String(createdBy.name ?? '–'),
      width: '180px',
      wide: true,
    },
    { id: 'createdTimestamp', title: t('clients.created'), show: 'ago', wide: true },
  ];
  return (
    <Page
      title={t('clocks.title')}
      beside={<Help term="testClock" />}
      actions={
        may('clocks:write') && (
          <Button look="main" onClick={() => setCreating(true)}>
            {t('clocks.create')}
          </Button>
        )
      }
    >
      <p className="quiet">{t('clocks.about')}</p>
      <ListTable
        label={t('clocks.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ id }) => `/clocks/${id}`}
        empty={<Empty>{t('clocks.none')}</Empty>}
      />
      {isCreating && <CreateClock close={() => setCreating(false)} />}
    </Page>
  );
}

function ClockState({ clock: { state, problem } }: { clock: ListedClock }) {
  if (problem) return <Badge tone="bad">{t('clocks.isHeldUp')}</Badge>;
  return <Badge tone={state === 'ADVANCING' ? 'info' : undefined}>{word('clockState', state)}</Badge>;
}
