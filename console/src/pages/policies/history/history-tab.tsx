import { useState } from 'react';
import type { PolicyEvent } from '../../../api/client.js';
import { Activity } from '../../../parts/activity.js';
import { Button } from '../../../parts/button.js';
import { Empty, Section } from '../../../parts/page.js';
import { Moment } from '../../../parts/values.js';
import { t } from '../../../texts/texts.js';
import { AddNote } from '../actions/add-note.js';
import type { PolicyRecord } from '../record.js';
import { authorOf } from '../values.js';
import s from './history.module.css';

/** Notes about a policy, and everything that has happened to it, the latest first. */
export function HistoryTab({ record }: { record: PolicyRecord }) {
  const [isOpen, setOpen] = useState(false);
  const notes = record.events.filter(({ type }) => type === 'NOTE').toReversed();
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
      <Section title={t('activity.title')}>
        <Activity of={{ policyId: record.policy.id }} />
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
