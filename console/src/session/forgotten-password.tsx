import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/field.js';
import parts from '../parts/parts.module.css';
import { t } from '../texts/texts.js';
import { askForPasswordLink, leastPassword, resetPassword } from './requests.js';
import s from './sign-in.module.css';

/** Has a link for a new password mailed. Whether it is, only the mailbox tells. */
export function ForgottenPassword({ userId: known, back }: { userId: string; back: () => void }) {
  const [userId, setUserId] = useState(known);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => askForPasswordLink(userId.trim()),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={s.form} onSubmit={submit}>
      <TextField
        label={t('session.userId')}
        autoComplete="username"
        required
        value={userId}
        onValue={setUserId}
      />
      {isSuccess && <p role="status">{t('session.linkSent')}</p>}
      <Failure error={error} />
      <Button type="submit" look="main" busy={isPending}>
        {t('session.sendLink')}
      </Button>
      <Button look="plain" onClick={back}>
        {t('session.back')}
      </Button>
    </form>
  );
}

/** The page of a mailed link. Its token leaves the address, which others may see, at once. */
export function NewPassword() {
  const [token] = useState(() => location.hash.slice(1));
  const [newPassword, setNew] = useState('');
  const [again, setAgain] = useState('');
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      if (again !== newPassword) throw new Error(t('session.differs'));
      await resetPassword(token, newPassword);
    },
  });
  useEffect(() => {
    document.title = t('session.newPassword');
    history.replaceState(null, '', location.pathname);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const field = { type: 'password', required: true, autoComplete: 'new-password' } as const;
  return (
    <main className={s.screen}>
      <div className={s.card}>
        <h1>{t('session.newPassword')}</h1>
        {isSuccess && <p role="status">{t('session.passwordReset')}</p>}
        {/* After a reload there is no token any more. */}
        {!token && <Failure error={new Error(t('session.linkOver'))} />}
        {token && !isSuccess && (
          <form className={s.form} onSubmit={submit}>
            <TextField
              {...field}
              label={t('session.newPassword')}
              hint={t('session.passwordHint', { n: leastPassword })}
              minLength={leastPassword}
              value={newPassword}
              onValue={setNew}
            />
            <TextField {...field} label={t('session.again')} value={again} onValue={setAgain} />
            <Failure error={error} />
            <Button type="submit" look="main" busy={isPending}>
              {t('session.changePassword')}
            </Button>
          </form>
        )}
        {(isSuccess || !token || error) && (
          <Button look={error ? 'plain' : 'main'} onClick={() => location.assign(import.meta.env.BASE_URL)}>
            {t('session.signIn')}
          </Button>
        )}
      </div>
    </main>
  );
}

function Failure({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <p className={parts.error} role="alert">
      {error.message}
    </p>
  );
}
