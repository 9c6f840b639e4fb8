import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import parts from '../parts/parts.module.css';
import { t } from '../texts/texts.js';
import { session } from './session.js';
import s from './sign-in.module.css';

/** The first page. */
export function SignInPage() {
  useEffect(() => {
    document.title = t('session.title');
  }, []);
  return (
    <main className={s.screen}>
      <div className={s.card}>
        <h1>{t('session.title')}</h1>
        <SignInForm />
      </div>
    </main>
  );
}

/** Over the page when the session has ended; the page stays as it is. */
export function SessionEnded() {
  const state = useSyncExternalStore(session.watch, session.state);
  if (state !== 'ENDED') return null;
  return (
    <Dialog title={t('session.ended')}>
      <p className="quiet">{t('session.endedDetail')}</p>
      <SignInForm userId={session.me()?.userId ?? ''} />
      <Button look="plain" onClick={() => void session.signOut()}>
        {t('session.somebodyElse')}
      </Button>
    </Dialog>
  );
}

function SignInForm({ userId: known = '' }: { userId?: string }) {
  const [userId, setUserId] = useState(known);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
  }, []);
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => session.signIn(userId.trim(), password),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form ref={form} className={s.form} onSubmit={submit}>
      <TextField
        label={t('session.userId')}
        autoComplete="username"
        name="userId"
        required
        value={userId}
        readOnly={known !== ''}
        onValue={setUserId}
      />
      <TextField
        label={t('session.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onValue={setPassword}
      />
      {error && (
        <p className={parts.error} role="alert">
          {error.message}
        </p>
      )}
      <Button type="submit" look="main" busy={isPending}>
        {t('session.signIn')}
      </Button>
    </form>
  );
}
