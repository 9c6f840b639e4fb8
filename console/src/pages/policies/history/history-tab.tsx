import { useState } from 'react';
import { Link } from 'wouter';
import type { PolicyEvent } from '../../../api/client.js';
import { Button } from '../../../parts/button.js';
import { Empty, Section } from '../../../parts/page.js';
import { type Column, Table } from '../../../parts/table.js';
import { Day, Moment } from '../../../parts/values.js';
import { may } from '../../../session/me.js';
import { t, word } from '../../../texts/texts.js';
import { AddNote } from '../actions/add-note.js';
import type { PolicyRecord } from '../record.js';
import { authorOf } from '../values.js';
import s from './history.module.css';

/** Types whose label says the same, in the words of the service. */
const isSaid = new Set([
  ...['POLICY_ISSUED', 'POLICY_RENEWED', 'POLICY_EXPIRED', 'POLICY_CLOSED', 'STATEMENT_PAST_DUE'],
  ...['CANCELLATION_NOTICE_WITHDRAWN', 'RENEWAL_QUOTE_SELECTED', 'RENEWAL_CANCELLED'],
]);
const idOf = ({ id }: PolicyEvent) => id;

/** Notes about a policy, and everything that has happened to it, the latest first. */
export function HistoryTab({ record }: { record: PolicyRecord }) {
  const [isOpen, setOpen] = useState(false);
  const events = record.events.toReversed();
  const notes = events.filter(({ type }) => type === 'NOTE');
  const columns: Column<PolicyEvent>[] = [
    {
      title: t('policies.event'),
      cell: ({ type, label }) =>
        [word('policyEvent', type), !isSaid.has(type) && label].filter(Boolean).join(': '),
      below: ({ createdTimestamp }) => <Moment at={createdTimestamp} />,
    },
    {
      title: t('policies.effective'),
      cell: ({ effectiveDate }) => <Day date={effectiveDate} />,
      width: '120px',
      wide: true,
    },
    {
      title: t('policies.recorded'),
      cell: ({ createdTimestamp }) => <Moment at={createdTimestamp} />,
      width: '190px',
      wide: true,
    },
    { title: t('policies.by'), cell: ({ createdBy }) => authorOf(createdBy) ?? '–', wide: true },
  ];
  if (may('events:read')) {
    columns.push({
      title: t('policies.run'),
      cell: ({ triggerRequestId }) =>
        triggerRequestId ? <Link href={`/events/${triggerRequestId}`}>{t('policies.run')}</Link> : '–',
      width: '96px',
    });
  }
  return (
    <>
      <Section
        title={t('policies.notes')}
        actions={
          record.mayFire('POLICY_EVENT_RECORD') && (
            <Button onClick={() => setOpen(true)}>{t('policies.addNote')}</Button>
          )
        }
      >
        {notes.length === 0 ? <Empty>{t('policies.noNotes')}</Empty> : <Notes notes={notes} />}
      </Section>
      <Section title={t('policies.events')}>
        <Table label={t('policies.events')} rows={events} columns={columns} keyOf={idOf} />
      </Section>
      {isOpen && <AddNote record={record} close={() => setOpen(false)} />}
    </>
  );
}

function Notes({ notes }: { notes: readonly PolicyEvent[] }) {
  return (
    <ul className={s.notes}>
      {notes.map(({ id, label, description, createdTimestamp, createdBy }) => (
        <li key={id}>
          {label && <strong>{label}</strong>}
          {description && <p>{description}</p>}
          <p className="quiet">
            <Moment at={createdTimestamp} /> {authorOf(createdBy)}
          </p>
        </li>
      ))}
    </ul>
  );
}
