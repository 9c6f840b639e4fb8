import { type Hold, ioi } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { ButtonLink } from '../../parts/button.js';
import type { Column } from '../../parts/column.js';
import { Help } from '../../parts/help.js';
import { daysOfHold, HoldBadge, placeOfHold, stopsOfHold } from '../../parts/holds.js';
import { Empty, Section } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { may } from '../../session/me.js';
import { hasPage } from '../../shell/areas.js';
import { t } from '../../texts/texts.js';

const idOf = ({ id }: Hold) => id;

/** The holds that concern a product, those of all products included. */
export function ProductHolds({ productId }: { productId: string }) {
  const query = { lineId: productId, size: 100 };
  const list = useList(['holds', 'list', query], (signal) => ioi.holds.list(query, { signal }), idOf);
  const columns: Column<Hold>[] = [
    { id: 'title', title: t('holds.name'), below: daysOfHold },
    { title: t('holds.days'), cell: daysOfHold, width: '220px', wide: true },
    { title: t('holds.place'), cell: placeOfHold, wide: true },
    { title: t('holds.stops'), cell: stopsOfHold, wide: true },
    { title: t('holds.state'), cell: ({ state }) => <HoldBadge state={state} />, width: '110px' },
  ];
  return (
    <Section title={t('holds.title')} actions={<Help term="hold" />}>
      <ListTable
        label={t('holds.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={hasPage('/holds/:holdId') ? ({ id }) => `/holds/${id}` : undefined}
        empty={
          <Empty action={may('holds:write') && <ButtonLink to="/holds">{t('products.toHolds')}</ButtonLink>}>
            {t('products.noHolds')}
          </Empty>
        }
      />
    </Section>
  );
}
