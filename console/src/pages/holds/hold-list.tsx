import { type Hold, ioi } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { ButtonLink } from '../../parts/button.js';
import type { Column } from '../../parts/column.js';
import { Help } from '../../parts/help.js';
import { daysOfHold, HoldBadge, placeOfHold } from '../../parts/holds.js';
import { Empty, Page } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';

const idOf = ({ id }: Hold) => id;
const query = { size: 100 };

/** The organization's holds, the latest declared first. */
export function HoldList() {
  const list = useList(['holds', 'list'], (signal) => ioi.holds.list(query, { signal }), idOf);
  const columns: Column<Hold>[] = [
    { id: 'title', title: t('holds.name') },
    { title: t('holds.days'), cell: daysOfHold, width: '230px' },
    { title: t('holds.place'), cell: placeOfHold, wide: true },
    { title: t('holds.state'), cell: (hold) => <HoldBadge state={hold.state} />, width: '120px' },
  ];
  return (
    <Page
      title={t('holds.title')}
      beside={<Help term="hold" />}
      actions={
        may('holds:write') && (
          <ButtonLink look="main" to="/holds/new">
            {t('holds.declare')}
          </ButtonLink>
        )
      }
    >
      <p className="quiet">{t('holds.about')}</p>
      <ListTable
        label={t('holds.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ id }) => `/holds/${id}`}
        empty={<Empty>{t('holds.none')}</Empty>}
      />
    </Page>
  );
}
