import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { type AuditEntry, type AuditedAction, type GetAuditLogQuery, ioi } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { type DataColumn, DataTable } from '../../parts/data-table/data-table.js';
import { choiceFilter, dateFilter, type ListFilter, textFilter } from '../../parts/data-table/filter.js';
import { Actions, Dialog } from '../../parts/dialog.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { JsonText } from '../../parts/json-text.js';
import { Empty, Facts } from '../../parts/page.js';
import { Moment } from '../../parts/values.js';
import { en } from '../../texts/en.js';
import { number } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { actorOf, didWhat, sentenceOf, Target, targetOf } from './audit-words.js';

/** Every action has its sentence: the compiler misses none. */
const known: Record<AuditedAction, string> = en.words.auditDid;
const actions = Object.keys(known) as AuditedAction[];
const filters = {
  action: oneOf(...actions),
  actorId: text,
  targetId: text,
  recordedFrom: date,
  recordedTo: date,
};
const idOf = ({ entryId }: AuditEntry) => entryId;

/** Where the audit log shows what somebody did, or what was done to something. */
export const auditOf = (filter: { actorId?: string; targetId?: string }) =>
  `/admin?${new URLSearchParams({ tab: 'audit', ...filter })}`;

/** What was done in the organization, the latest first: in sentences, with the raw entry on demand. */
export function AuditLog() {
  const [values, change] = useFilters(filters);
  const [search, setSearch] = useSearchParams();
  const query: GetAuditLogQuery = { ...values, size: 100 };
  const list = useList(['audit', query], (signal) => ioi.audit.log(query, { signal }), idOf);
  const opened = list.rows.find(({ entryId }) => entryId === search.get('entry'));
  const withEntry = (entryId?: string) => {
    const after = new URLSearchParams(search);
    if (entryId) after.set('entry', entryId);
    else after.delete('entry');
    return after;
  };
  const columns = useMemo(columnsOfAudit, []);
  return (
    <>
      <DataTable
        name="audit"
        label={t('admin.audit')}
        list={list}
        all={(signal) => ioi.audit.log({ ...query, size: 1_000 }, { signal })}
        columns={columns}
        keyOf={idOf}
        to={({ entryId }) => `/admin?${withEntry(entryId)}`}
        filters={filtersOfAudit()}
        values={values}
        change={change}
        count={false}
        empty={<Empty>{t('admin.noEntries')}</Empty>}
      />
      {opened && <Entry entry={opened} close={() => setSearch(withEntry())} />}
    </>
  );
}

const filtersOfAudit = (): ListFilter[] => [
  choiceFilter(
    'action',
    t('admin.action'),
    actions.map((each) => [each, word('auditAction', each)]),
  ),
  dateFilter('recordedFrom', t('events.from')),
  dateFilter('recordedTo', t('events.to')),
  textFilter('actorId', t('admin.actorId')),
  textFilter('targetId', t('admin.targetId')),
];

const columnsOfAudit = (): DataColumn<AuditEntry>[] => [
  {
    id: 'sentence',
    title: t('admin.what'),
    value: (entry) => `${actorOf(entry)} ${didWhat(entry)}`,
    cell: sentenceOf,
    below: ({ recordedTimestamp }) => <Moment at={recordedTimestamp} />,
  },
  {
    id: 'action',
    title: t('admin.action'),
    value: ({ action }) => action,
    cell: ({ action }) => word('auditAction', action),
    width: '220px',
    isExtra: true,
  },
  { id: 'actor', title: t('admin.who'), value: actorOf, width: '180px', isExtra: true },
  { id: 'target', title: t('admin.target'), value: targetOf, isExtra: true },
  {
    id: 'occurrences',
    title: t('admin.times'),
    value: ({ occurrences }) => occurrences,
    cell: ({ occurrences }) => (occurrences > 1 ? `${number(occurrences)} ×` : ''),
    align: 'end',
    width: '80px',
    wide: true,
  },
  {
    id: 'recorded',
    title: t('admin.when'),
    value: ({ recordedTimestamp }) => recordedTimestamp,
    show: 'moment',
    width: '180px',
    wide: true,
  },
];

function Entry({ entry, close }: { entry: AuditEntry; close: () => void }) {
  const { action, actorKind, targetKind, targetId, address, requestId, occurrences } = entry;
  return (
    <Dialog title={word('auditAction', action)} close={close} wide>
      <p>{sentenceOf(entry)}</p>
      <Facts
        facts={[
          [t('admin.when'), <Moment key="when" at={entry.recordedTimestamp} />],
          [
            t('admin.who'),
            <span key="who">
              {actorOf(entry)} <Badge>{word('actorKind', actorKind)}</Badge>
            </span>,
          ],
          targetId !== null && [word('targetKind', targetKind ?? ''), <Target key="target" entry={entry} />],
          [t('admin.address'), address],
          occurrences > 1 && [t('admin.times'), number(occurrences)],
        ]}
      />
      <details>
        <summary>{t('admin.rawEntry')}</summary>
        <Facts
          facts={[
            [t('admin.actorId'), entry.actorId],
            [t('admin.targetId'), targetId],
            [t('events.requestId'), requestId],
          ]}
        />
        <JsonText label={t('admin.details')} value={entry.details} />
      </details>
      <Actions>
        <Button onClick={close}>{t('parts.close')}</Button>
      </Actions>
    </Dialog>
  );
}
