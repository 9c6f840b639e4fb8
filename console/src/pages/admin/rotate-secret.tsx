import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ShownOnce } from '../../parts/shown-once.js';
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
  return (
    <FormDialog
      title={`${t('admin.rotate')}: ${name}`}
      action={t('admin.rotate')}
      act={rotate}
      fields={['/previousValidHours']}
      close={close}
    >
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
        error={errorAt(rotate.error, '/previousValidHours')}
      />
      <p className="quiet">{t('admin.rotateSays')}</p>
    </FormDialog>
  );
}
