import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Actions, Dialog } from '../../parts/dialog.js';
import { TextField } from '../../parts/field.js';
import parts from '../../parts/parts.module.css';
import { ShownOnce } from '../../parts/shown-once.js';
import { Problem } from '../../parts/states.js';
import { t } from '../../texts/texts.js';

/** Gives a key or an endpoint another secret, which is shown once; the one before stays valid for a while. */
export function RotateSecret({
  name,
  hours: usual,
  mostHours,
  rotate: act,
  changes,
  close,
}: {
  name: string;
  /** How long the secret before stays valid. */
  hours: number;
  mostHours: number;
  rotate: (previousValidHours: number) => Promise<string>;
  changes: readonly QueryKey[];
  close: () => void;
}) {
  const [hours, setHours] = useState(String(usual));
  const rotate = useAction(() => act(Number(hours)), { done: () => t('admin.rotated', { name }), changes });
  if (rotate.data !== undefined) {
    return (
      <ShownOnce title={t('admin.newSecret')} values={[[t('admin.secret'), rotate.data]]} close={close} />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rotate.mutate(undefined);
  };
  const atHours = errorAt(rotate.error, '/previousValidHours');
  return (
    <Dialog title={`${t('admin.rotate')}: ${name}`} close={rotate.isPending ? undefined : close}>
      <form onSubmit={submit} className={parts.dialogForm}>
        <TextField
          type="number"
          min={0}
          max={mostHours}
          step={1}
          required
          label={t('admin.previousHours')}
          hint={t('admin.previousHoursHint')}
          value={hours}
          onValue={setHours}
          error={atHours}
        />
        <p className="quiet">{t('admin.rotateSays')}</p>
        {rotate.error && !atHours && <Problem error={rotate.error} />}
        <Actions>
          <Button onClick={close} disabled={rotate.isPending}>
            {t('parts.cancel')}
          </Button>
          <Button type="submit" look="main" busy={rotate.isPending}>
            {t('admin.rotate')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
