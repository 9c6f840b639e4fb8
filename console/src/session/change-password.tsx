import { useState } from 'react';
import { ioi } from '../api/client.js';
import { errorAt } from '../api/problems.js';
import { useAction } from '../api/queries.js';
import { TextField } from '../parts/field.js';
import { FormDialog } from '../parts/form-dialog.js';
import { t } from '../texts/texts.js';
import { me } from './me.js';
import { leastPassword } from './requests.js';

/** Replaces the password of the person who is signed in: this browser stays signed in, others do not. */
export function ChangePassword({ close }: { close: () => void }) {
  const [password, setPassword] = useState('');
  const [newPassword, setNew] = useState('');
  const [again, setAgain] = useState('');
  const [code, setCode] = useState('');
  const [differs, setDiffers] = useState(false);
  const change = useAction(
    () => ioi.authentication.changePassword({ password, newPassword, ...(code && { code }) }),
    {
      done: () => t('session.passwordChanged'),
      then: close,
    },
  );
  const submit = () => {
    setDiffers(again !== newPassword);
    if (again === newPassword) change.mutate(undefined);
  };
  const field = { type: 'password', required: true } as const;
  return (
    <FormDialog
      action={t('session.changePassword')}
      act={change}
      fields={['/password', '/newPassword', '/code']}
      submit={submit}
      close={close}
    >
      <TextField
        {...field}
        label={t('session.presentPassword')}
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        error={errorAt(change.error, '/password')}
      />
      <TextField
        {...field}
        label={t('session.newPassword')}
        hint={t('session.passwordHint', { n: leastPassword })}
        autoComplete="new-password"
        minLength={leastPassword}
        value={newPassword}
        onValue={setNew}
        error={errorAt(change.error, '/newPassword')}
      />
      <TextField
        {...field}
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
          value={code}
          onValue={setCode}
          error={errorAt(change.error, '/code')}
        />
      )}
      <p className="quiet">{t('session.passwordSays')}</p>
    </FormDialog>
  );
}
