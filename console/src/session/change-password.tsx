import { useState } from 'react';
import { ioi } from '../api/client.js';
import { useAction } from '../api/queries.js';
import { TextField } from '../parts/field.js';
import { FormDialog } from '../parts/form-dialog.js';
import { useFields } from '../parts/use-fields.js';
import { t } from '../texts/texts.js';
import { me } from './me.js';
import { leastPassword } from './requests.js';

/** Replaces the password of the person who is signed in: this browser stays signed in, others do not. */
export function ChangePassword({ close }: { close: () => void }) {
  const [values, field] = useFields({ password: '', newPassword: '', code: '' });
  const [again, setAgain] = useState('');
  const { newPassword, code, ...present } = values;
  const [differs, setDiffers] = useState(false);
  const change = useAction(
    () => ioi.authentication.changePassword({ ...present, newPassword, ...(code && { code }) }),
    {
      done: () => t('session.passwordChanged'),
      then: close,
    },
  );
  const submit = () => {
    setDiffers(again !== newPassword);
    if (again === newPassword) change.mutate(undefined);
  };
  const hidden = { type: 'password', required: true } as const;
  return (
    <FormDialog
      action={t('session.changePassword')}
      act={change}
      fields={field.pointers}
      submit={submit}
      close={close}
    >
      <TextField
        {...hidden}
        label={t('session.presentPassword')}
        autoComplete="current-password"
        {...field('password', change)}
      />
      <TextField
        {...hidden}
        label={t('session.newPassword')}
        hint={t('session.passwordHint', { n: leastPassword })}
        autoComplete="new-password"
        minLength={leastPassword}
        {...field('newPassword', change)}
      />
      <TextField
        {...hidden}
        label={t('session.again')}
        autoComplete="new-password"
        value={again}
        onValue={setAgain}
        error={differs ? t('session.differs') : ''}
      />
      {me().hasSecondFactor && (
        <TextField
          required
          label={t('session.codeOrRecovery')}
          autoComplete="one-time-code"
          {...field('code', change)}
        />
      )}
      <p className="quiet">{t('session.passwordSays')}</p>
    </FormDialog>
  );
}
