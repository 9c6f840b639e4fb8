import { useSearchParams } from 'wouter';
import { type AuditEntry, type AuditedAction, ioi } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Actions, Dialog } from '../../parts/dialog.js';
import { SearchField, SelectField, TextField } from '../../parts/field.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { JsonText } from '../../parts/json-text.js';
import { Empty, Facts, Filters } from '../../parts/page.js';
import { type Column, ListTable } from '../../parts/table.js';
import { Moment } from '../../parts/values.js';
import { number } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';

/** Every action, as a record so that the compiler misses none. */
const known: Record<AuditedAction, true> = {
  SIGNED_IN: true,
  SIGN_IN_REFUSED: true,
  SIGN_IN_LIMITED: true,
  KEY_REFUSED: true,
  ORGANIZATION_CREATED: true,
  ORGANIZATION_CHANGED: true,
  OUTBOUND_SECRET_SHOWN: true,
  USER_CREATED: true,
  USER_DISABLED: true,
  USER_ENABLED: true,
  USER_SIGNED_OUT: true,
  SESSION_ENDED: true,
  SECOND_FACTOR_ADDED: true,
  SECOND_FACTOR_REMOVED: true,
  SECOND_FACTOR_RESET: true,
  RECOVERY_CODE_USED: true,
  PASSWORD_RESET_REQUESTED: true,
  PASSWORD_CHANGED: true,
  USER_ROLES_CHANGED: true,
  KEY_CREATED: true,
  KEY_ROTATED: true,
  KEY_REVOKED: true,
  SIGNING_KEY_ROTATED: true,
  PRODUCT_IMPORTED: true,
  PRODUCT_LICENSED: true,
  LICENSE_RECEIVED: true,
  CONSENT_GIVEN: true,
  CONSENT_RECEIVED: true,
  CONSENT_REVOKED: true,
  VERSION_DEPLOYED: true,
  VERSION_WITHDRAWN: true,
  VERSION_ARCHIVED: true,
  EVENT_ACKNOWLEDGED: true,
  QUOTE_DECIDED: true,
  QUOTE_ASSIGNED: true,
  QUOTE_NOTED: true,
  QUOTE_INFORMATION_REQUESTED: true,
  QUOTE_INFORMATION_WITHDRAWN: true,
  QUOTE_INFORMATION_PROVIDED: true,
  QUOTE_OFFER_ANSWERED: true,
  QUOTE_CONDITION_CONFIRMED: true,
  EFFECTIVE_DATE_CORRECTED: true,
  POLICY_NUMBER_CORRECTED: true,
  PAYMENT_METHOD_OPENED: true,
  PAYMENT_METHOD_REMOVED: true,
  COLLECTION_BEGUN: true,
  COLLECTION_ENDED: true,
  COLLECTION_LINK_MADE: true,
  LEDGER_ENTRY_ADDED: true,
  LEDGER_ENTRY_CHANGED: true,
  LEDGER_ENTRY_DELETED: true,
  BOOK_EXPORTED: true,
  CLIENT_EXPORTED: true,
  CLIENT_ERASED: true,
  CLIENT_NOTED: true,
  PAPERLESS_CONSENTED: true,
  PAPERLESS_WITHDRAWN: true,
  WEBHOOK_CREATED: true,
  WEBHOOK_CHANGED: true,
  WEBHOOK_DELETED: true,
  WEBHOOK_SECRET_ROTATED: true,
  CLOCK_CREATED: true,
  CLOCK_CHANGED: true,
  CLOCK_ADVANCED: true,
  CLOCK_COPIED: true,
  CLOCK_STOPPED: true,
  CLOCK_DELETED: true,
  FILE_UPLOADED: true,
  FILE_DELETED: true,
  HOLD_DECLARED: true,
  HOLD_CHANGED: true,
  HOLD_ENDED: true,
  TASK_CREATED: true,
  TASK_CHANGED: true,
  TASK_COMPLETED: true,
  TASK_REOPENED: true,
  TASK_NOTED: true,
  HOLD_OVERRIDDEN: true,
  JOB_CREATED: true,
  JOB_PAUSED: true,
  JOB_RESUMED: true,
  JOB_CANCELED: true,
  JOB_RETRIED: true,
  MAIL_WRITTEN: true,
  MAIL_RESENT: true,
  MAIL_POSTED: true,
  MAIL_CANCELED: true,
  MAILS_LISTED: true,
  JOB_RESULT_READ: true,
  POLICIES_SEARCHED: true,
  CLIENTS_LISTED: true,
  QUOTES_LISTED: true,
  REPORT_READ: true,
  MONTH_CLOSED: true,
  BORDEREAU_DECIDED: true,
  COMMISSION_ADJUSTED: true,
  RECONCILED: true,
  WAREHOUSE_WRITTEN: true,
  BOOK_SENT: true,
  BOOK_CANCELED: true,
  BOOK_LOADED: true,
  CHANGES_READ: true,
  AUDIT_READ: true,
};
const actions = Object.keys(known) as AuditedAction[];
const filters = {
  action: oneOf(...actions),
  actorId: text,
  targetId: text,
  recordedFrom: date,
  recordedTo: date,
};
const idOf = ({ entryId }: AuditEntry) => entryId;
const actorOf = ({ actorKind, actorName, actorId }: AuditEntry) =>
  actorName || actorId || word('actorKind', actorKind);

/** Where the audit log shows what somebody did, or what was done to something. */
export const auditOf = (filter: { actorId?: string; targetId?: string }) =>
  `/admin?${new URLSearchParams({ tab: 'audit', ...filter })}`;

/** What was done in the organization, the latest first. */
export function AuditLog() {
  const [values, change] = useFilters(filters);
  const [search, setSearch] = useSearchParams();
  const query = { ...values, size: 100 };
  const list = useList(['audit', query], (signal) => ioi.audit.log(query, { signal }), idOf);
  const opened = list.rows.find(({ entryId }) => entryId === search.get('entry'));
  const withEntry = (entryId?: string) => {
    const after = new URLSearchParams(search);
    if (entryId) after.set('entry', entryId);
    else after.delete('entry');
    return after;
  };
  const columns: Column<AuditEntry>[] = [
    {
      title: t('admin.action'),
      cell: ({ action }) => word('auditAction', action),
      below: ({ recordedTimestamp }) => <Moment at={recordedTimestamp} />,
    },
    { title: t('admin.who'), cell: actorOf },
    { title: t('admin.what'), cell: ({ targetId }) => targetId ?? '–', wide: true },
    {
      title: t('admin.times'),
      cell: ({ occurrences }) => number(occurrences),
      align: 'end',
      width: '90px',
      wide: true,
    },
    {
      title: t('admin.when'),
      cell: ({ recordedTimestamp }) => <Moment at={recordedTimestamp} />,
      width: '190px',
      wide: true,
    },
  ];
  return (
    <>
      <Filters>
        <SelectField
          label={t('admin.action')}
          value={values.action ?? ''}
          choices={[
            ['', t('parts.any')],
            ...actions.map((each) => [each, word('auditAction', each)] as const),
          ]}
          onValue={(action) => change({ action })}
        />
        <SearchField
          label={t('admin.actorId')}
          value={values.actorId ?? ''}
          onValue={(actorId) => change({ actorId })}
        />
        <SearchField
          label={t('admin.targetId')}
          value={values.targetId ?? ''}
          onValue={(targetId) => change({ targetId })}
        />
        <TextField
          type="date"
          label={t('events.from')}
          value={values.recordedFrom ?? ''}
          onValue={(recordedFrom) => change({ recordedFrom })}
        />
        <TextField
          type="date"
          label={t('events.to')}
          value={values.recordedTo ?? ''}
          onValue={(recordedTo) => change({ recordedTo })}
        />
      </Filters>
      <ListTable
        label={t('admin.audit')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ entryId }) => `/admin?${withEntry(entryId)}`}
        empty={<Empty>{t('admin.noEntries')}</Empty>}
      />
      {opened && <Entry entry={opened} close={() => setSearch(withEntry())} />}
    </>
  );
}

function Entry({ entry, close }: { entry: AuditEntry; close: () => void }) {
  const { action, actorKind, actorId, targetKind, targetId, address, requestId, occurrences } = entry;
  return (
    <Dialog title={word('auditAction', action)} close={close} wide>
      <Facts
        facts={[
          [t('admin.when'), <Moment key="when" at={entry.recordedTimestamp} />],
          [
            t('admin.who'),
            <span key="who">
              {actorOf(entry)} <Badge>{word('actorKind', actorKind)}</Badge>
            </span>,
          ],
          [t('admin.actorId'), actorId],
          [t('admin.what'), targetKind && word('targetKind', targetKind)],
          [t('admin.targetId'), targetId],
          [t('admin.address'), address],
          [t('events.requestId'), requestId],
          occurrences > 1 && [t('admin.times'), number(occurrences)],
        ]}
      />
      <JsonText label={t('admin.details')} value={entry.details} />
      <Actions>
        <Button onClick={close}>{t('parts.close')}</Button>
      </Actions>
    </Dialog>
  );
}
