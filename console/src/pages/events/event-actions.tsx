import { useState } from 'react';
import { type EventRun, ioi } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { Confirm } from '../../parts/dialog.js';
import { TextAreaField } from '../../parts/field.js';
import { t } from '../../texts/texts.js';

interface Asked {
  run: EventRun;
  close: () => void;
  /** Something happens to the run now. */
  changed: () => void;
}

const changes = [['events'], ['queue'], ['quotes'], ['policies']];

/** Runs the failed actions of a closed event again, after saying which. */
export function RetryRun({ run, close, changed }: Asked) {
  const { triggerRequestId, actions } = run;
  const failed = actions.filter(({ state }) => state === 'FAILED');
  const retry = useAction(() => ioi.events.retry(triggerRequestId), {
    done: () => t('events.retried'),
    changes,
    then: () => {
      changed();
      close();
    },
  });
  return (
    <Confirm
      title={t('events.retryTitle', { type: run.type })}
      action={t('events.retry')}
      act={retry}
      close={close}
    >
      <p>
        {failed.length === 0
          ? t('events.retryWhole')
          : t('events.retryActions', { n: failed.length, names: failed.map(({ name }) => name).join(', ') })}
      </p>
      <p className="quiet">{t('events.retryDetail')}</p>
    </Confirm>
  );
}

/** Ends an open run, after saying what is lost and what stays. */
export function CancelRun({ run, close, changed }: Asked) {
  const { triggerRequestId, actions } = run;
  const ended = actions.filter(({ state }) => state === 'SUCCEEDED');
  const cancel = useAction(() => ioi.events.cancel(triggerRequestId), {
    done: () => t('events.cancelled'),
    changes,
    then: () => {
      changed();
      close();
    },
  });
  return (
    <Confirm
      title={t('events.cancelTitle', { type: run.type })}
      action={t('events.cancel')}
      danger
      act={cancel}
      close={close}
    >
      <p>{t('events.cancelDetail')}</p>
      <p className="quiet">{t('events.cancelKept', { n: ended.length })}</p>
    </Confirm>
  );
}

/** Says that nothing more has to be done about what failed. */
export function AcknowledgeRun({ run: { triggerRequestId }, close }: Asked) {
  const [text, setText] = useState('');
  const note = text.trim();
  const acknowledge = useAction(() => ioi.events.acknowledge(triggerRequestId, note ? { note } : {}), {
    done: () => t('events.hasAcknowledged'),
    changes,
    then: close,
  });
  return (
    <Confirm
      title={t('events.acknowledgeTitle')}
      action={t('events.acknowledge')}
      act={acknowledge}
      close={close}
    >
      <p>{t('events.acknowledgeDetail')}</p>
      <TextAreaField
        label={t('queue.note')}
        hint={t('events.acknowledgeHint')}
        value={text}
        onValue={setText}
      />
    </Confirm>
  );
}
