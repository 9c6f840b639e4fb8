import { Group } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../api/queries.js';
import { t } from '../../texts/texts.js';
import { Button } from '../button.js';
import { Confirm } from '../dialog.js';
import { Notice } from '../notice.js';
import type { DraftState } from './draft-saver.js';
import s from './drafts.module.css';
import type { KeptDraft } from './use-draft.js';

const words: Partial<Record<DraftState, Parameters<typeof t>[0]>> = {
  SAVED: 'drafts.saved',
  SAVING: 'drafts.saving',
  FAILED: 'drafts.failed',
};

type Kept = Pick<KeptDraft<never>, 'state' | 'discard'>;

/** Whether what was entered is kept, and what discards it. */
export function DraftBar({
  draft: { state, discard },
  action,
  asks,
}: {
  draft: Kept;
  /** The word on the button. */
  action: string;
  asks: string;
}) {
  const [isAsked, setAsked] = useState(false);
  const act = useAction(() => discard(), { then: () => setAsked(false) });
  const said = words[state];
  return (
    <Group gap={12}>
      <span className={s.state} role="status" data-state={state}>
        {said && t(said as 'drafts.saved')}
      </span>
      {state !== 'NONE' && <Button onClick={() => setAsked(true)}>{action}</Button>}
      {isAsked && (
        <Confirm action={action} danger act={act} close={() => setAsked(false)}>
          {asks}
        </Confirm>
      )}
    </Group>
  );
}

/** That the draft was changed in another tab, with the choice of the one that stays. */
export function DraftElsewhere({
  draft: { state, overwrite },
}: {
  draft: Pick<KeptDraft<never>, 'state' | 'overwrite'>;
}) {
  const act = useAction(() => overwrite(), {});
  if (state !== 'ELSEWHERE') return null;
  return (
    <Notice
      actions={
        <>
          <Button onClick={() => location.reload()}>{t('drafts.takeOther')}</Button>
          <Button busy={act.isPending} onClick={() => act.mutate()}>
            {t('drafts.keepThis')}
          </Button>
        </>
      }
    >
      {t('drafts.elsewhere')}
    </Notice>
  );
}
