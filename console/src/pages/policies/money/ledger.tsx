import { ioi, type LedgerRecord } from '../../../api/client.js';
import { useList } from '../../../api/queries.js';
import { sumOf } from '../../../parts/cents.js';
import type { Column } from '../../../parts/column.js';
import { Empty } from '../../../parts/page.js';
import { ListTable } from '../../../parts/table.js';
import { t } from '../../../texts/texts.js';

const idOf = ({ id }: LedgerRecord) => id;
type Running = LedgerRecord & { total: string };

/** Every entry of the premium ledger by its date, with the premium up to it. */
export function LedgerEntries({ policyId }: { policyId: string }) {
  const list = useList(
    ['policies', policyId, 'ledger'],
    (signal) => ioi.ledger.searchEntries(policyId, { size: 100 }, { signal }),
    idOf,
  );
  let total = '0';
  const rows = list.rows.map((entry): Running => {
    total = sumOf([total, entry.premium]);
    return { ...entry, total };
  });
  const columns: Column<Running>[] = [
    { id: 'effectiveDate', title: t('policies.effective'), show: 'day' },
    { id: 'createdTimestamp', title: t('policies.recorded'), show: 'moment', wide: true },
    { id: 'premium', title: t('policies.premium'), show: 'money', width: '130px' },
    { title: t('policies.runningPremium'), value: (entry) => entry.total, show: 'money', width: '140px' },
  ];
  return (
    <ListTable
      label={t('policies.ledger')}
      list={{ ...list, rows, first: undefined }}
      columns={columns}
      keyOf={idOf}
      empty={<Empty>{t('policies.noEntries')}</Empty>}
    />
  );
}
