import { type FormEvent, useState } from 'react';
import { ioi } from '../api/client.js';
import { errorAt } from '../api/problems.js';
import { useAction } from '../api/queries.js';
import { Button } from '../parts/button.js';
import { Actions, Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import s from '../parts/parts.module.css';
import { Problem } from '../parts/states.js';
import { t } from '../texts/texts.js';
import { session } from './session.js';

/** As the service wants it. */
const leastLength = 8;

/** Replaces the password of the person who is signed in, and their tokens: this page stays signed in, others end. */
export function ChangePassword({ close }: { close: () => void }) {
  const [password, setPassword] = useState('');
  const [newPassword, setNew] = useState('');
  const [again, setAgain] = useState('');
  const [differs, setDiffers] = useState(false);
  const change = useAction(() => ioi.authentication.changePassword({ password, newPassword }), {
    done: () => t('session.passwordChanged'),
    then: (tokens) => {
      session.replace(tokens);
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDiffers(again !== newPassword);
    if (again === newPassword) change.mutate(undefined);
  };
  const atOld = errorAt(change.error, '/password');
  const atNew = errorAt(change.error, '/newPassword');
  const field = { type: 'password', required: true } as const;
  return (
    <Dialog title={t('session.changePassword')} close={close}>
      <form onSubmit={submit} className={s.dialogForm}>
        <TextField
          {...field}
          label={t('session.presentPassword')}
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          error={atOld}
        />
        <TextField
          {...field}
          label={t('session.newPassword')}
          hint={t('session.passwordHint', { n: leastLength })}
          autoComplete="new-password"
          minLength={leastLength}
          value={newPassword}
          onValue={setNew}
          error={atNew}
        />
        <TextField
          {...field}
          label={t('session.again')}
          autoComplete="new-password"
          value={again}
          onValue={setAgain}
          error={differs ? t('session.differs') : ''}
        />
        <p className="quiet">{t('session.passwordSays')}</p>
        {change.error && !atOld && !atNew && <Problem error={change.error} />}
        <Actions>
          <Button onClick={close}>{t('parts.cancel')}</Button>
          <Button type="submit" look="main" busy={change.isPending}>
            {t('session.changePassword')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
