import { useState } from 'react';
import { type AssistantAct, type AssistantActState, ioi } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { money } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { Badge, type Tone } from '../badge.js';
import { Button } from '../button.js';
import { TextAreaField } from '../field.js';
import { FormDialog } from '../form-dialog.js';
import { Facts } from '../page.js';
import { authorName, Moment } from '../values.js';
import s from './acts.module.css';

const tones: Partial<Record<AssistantActState, Tone>> = {
  WAITING: 'warn',
  RUNNING: 'info',
  DONE: 'good',
  FAILED: 'bad',
};

export const StateOfAct = ({ act: { state } }: { act: AssistantAct }) => (
  <Badge tone={tones[state]}>{word('assistantActState', state)}</Badge>
);

/** What an act changes, in the words of its preview, and for whom. */
export function WhatActChanges({ act }: { act: AssistantAct }) {
  const { changes, money: moved, askedBy, askedTimestamp, expiresTimestamp, decidedBy } = act;
  const { decidedTimestamp, reason, outcome } = act;
  return (
    <>
      <p className={s.changes}>{changes}</p>
      <Facts
        facts={[
          moved !== undefined && [t('assistants.money'), money(moved.amount)],
          [t('assistants.askedBy'), authorName(askedBy)],
          [t('assistants.asked'), <Moment key="asked" at={askedTimestamp} />],
          expiresTimestamp !== undefined && [
            t('assistants.expires'),
            <Moment key="expires" at={expiresTimestamp} />,
          ],
          decidedBy !== undefined && [
            t('assistants.decided'),
            <span key="decided">
              {authorName(decidedBy)} · <Moment at={decidedTimestamp ?? ''} />
            </span>,
          ],
          reason !== undefined && [t('assistants.reason'), reason],
          outcome !== undefined &&
            outcome !== '' && [
              t('assistants.outcome'),
              <span key="outcome" className={s.changes}>
                {outcome}
              </span>,
            ],
        ]}
      />
    </>
  );
}

const changed = [['assistants'], ['tasks'], ['home'], ['policies'], ['quotes'], ['clients'], ['events']];

/** Releases or refuses an act that waits, each with a reason if there is one. */
export function DecideOnAct({ act }: { act: AssistantAct }) {
  const [open, setOpen] = useState<'release' | 'refuse'>();
  if (act.state !== 'WAITING') return null;
  return (
    <>
      <Button onClick={() => setOpen('refuse')}>{t('assistants.refuse')}</Button>
      <Button look="main" onClick={() => setOpen('release')}>
        {t('assistants.release')}
      </Button>
      {open && <Decision key={open} act={act} how={open} close={() => setOpen(undefined)} />}
    </>
  );
}

function Decision({
  act: { id, title },
  how,
  close,
}: {
  act: AssistantAct;
  how: 'release' | 'refuse';
  close: () => void;
}) {
  const [reason, setReason] = useState('');
  const isRelease = how === 'release';
  const decide = useAction(
    () => ioi.assistants[how](id, reason.trim() === '' ? {} : { reason: reason.trim() }),
    {
      done: ({ state }) =>
        t(`assistants.${isRelease ? 'released' : 'refused'}`, { state: word('assistantActState', state) }),
      changes: changed,
      then: close,
    },
  );
  return (
    <FormDialog
      title={t(isRelease ? 'assistants.releaseTitle' : 'assistants.refuseTitle')}
      action={t(isRelease ? 'assistants.release' : 'assistants.refuse')}
      says={t(isRelease ? 'assistants.releaseSays' : 'assistants.refuseSays')}
      danger={!isRelease}
      act={decide}
      close={close}
    >
      <p>{title}</p>
      <TextAreaField label={t('assistants.reason')} maxLength={1000} value={reason} onValue={setReason} />
    </FormDialog>
  );
}
