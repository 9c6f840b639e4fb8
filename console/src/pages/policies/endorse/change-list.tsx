import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import type { AnswerEdits } from '../../../api/client.js';
import { Button } from '../../../parts/button.js';
import { Icon } from '../../../parts/icon.js';
import { t } from '../../../texts/texts.js';
import s from './endorse.module.css';
import type { ListedChange } from './list-changes.js';

/** What a person has changed so far. Each can be taken back, and the last one be brought back until something else is changed. */
export function ChangeList({
  changes,
  edits,
  set,
}: {
  changes: readonly ListedChange[];
  edits: AnswerEdits;
  set: (edits: AnswerEdits) => void;
}) {
  const [undone, setUndone] = useState<{ what: string; before: AnswerEdits; after: AnswerEdits }>();
  const undo = ({ what, without }: ListedChange) => {
    const after = without(edits);
    setUndone({ what, before: edits, after });
    set(after);
  };
  return (
    <section aria-labelledby="your-changes" className={s.part}>
      <h2 id="your-changes">{t('endorse.yourChanges', { n: changes.length })}</h2>
      {changes.length === 0 ? (
        <p className="quiet">{t('endorse.noChanges')}</p>
      ) : (
        <ul className={s.changes}>
          {changes.map((change) => (
            <li key={change.key}>
              <span>
                <span className={s.what}>{change.what}</span>
                {change.kind === 'CHANGED' ? (
                  <span className={s.fromTo}>
                    <s>{change.from}</s> <span aria-hidden="true">→</span> <strong>{change.to}</strong>
                  </span>
                ) : (
                  <strong className={s.fromTo}>
                    {t(change.kind === 'ADDED' ? 'endorse.added' : 'endorse.removed')}
                  </strong>
                )}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('endorse.undo', { what: change.what })}
                onClick={() => undo(change)}
              >
                <Icon name="close" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {undone && undone.after === edits && (
        <p className={s.undone} role="status">
          {t('endorse.undone', { what: undone.what })}
          <Button look="plain" onClick={() => set(undone.before)}>
            {t('endorse.bringBack')}
          </Button>
        </p>
      )}
    </section>
  );
}
