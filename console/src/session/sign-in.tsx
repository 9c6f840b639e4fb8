import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import parts from '../parts/parts.module.css';
import { t, word } from '../texts/texts.js';
import { ForgottenPassword } from './forgotten-password.js';
import { readSignOns, SecondFactorNeeded } from './requests.js';
import { session } from './session.js';
import s from './sign-in.module.css';
import { SignOnLinks } from './sign-on-links.js';

const signOnRefusals = {
  DENIED: true,
  DISABLED: true,
  FAILED: true,
  LIMITED: true,
  NO_ORGANIZATION: true,
  NO_ROLE: true,
  OVER: true,
};

/** The first page. */
export function SignInPage() {
  useEffect(() => {
    document.title = t('session.title');
  }, []);
  return (
    <main className={s.screen}>
      <div className={s.card}>
        <h1>{t('session.title')}</h1>
        <Refusal />
        <WaysToSignIn />
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
      <WaysToSignIn userId={session.me()?.userId ?? ''} />
      <Button look="plain" onClick={() => void session.signOut()}>
        {t('session.somebodyElse')}
      </Button>
    </Dialog>
  );
}

/** After a sign-in through a provider that came to nothing: why. */
function Refusal() {
  const [why] = useState(() => new URLSearchParams(location.search).get('signOn'));
  if (why === null) return null;
  return (
    <p className={parts.error} role="alert">
      {word('signOnRefusal', why in signOnRefusals ? why : 'FAILED')}
    </p>
  );
}

/** By a password, through an identity provider, or both, as the service is set up. */
function WaysToSignIn({ userId = '' }: { userId?: string }) {
  const { data } = useQuery({ queryKey: ['sign-on'], queryFn: readSignOns });
  if (data === undefined) return null;
  return (
    <>
      {data.providers.length > 0 && (
        <SignOnLinks providers={data.providers} keepsPage={session.state() === 'ENDED'} />
      )}
      {data.passwords && <ByPassword userId={userId} />}
    </>
  );
}

/** The page of a window that was opened to sign in, where the browser does not close it. */
export function SignedOn() {
  return (
    <main className={s.screen}>
      <div className={s.card}>
        <h1>{t('session.signedOn')}</h1>
        <p className="quiet">{t('session.signedOnDetail')}</p>
      </div>
    </main>
  );
}

function ByPassword({ userId }: { userId: string }) {
  const [isForgotten, setForgotten] = useState(false);
  if (isForgotten) return <ForgottenPassword userId={userId} back={() => setForgotten(false)} />;
  return (
    <>
      <SignInForm userId={userId} />
      <Button look="plain" onClick={() => setForgotten(true)}>
        {t('session.forgotten')}
      </Button>
    </>
  );
}

function SignInForm({ userId: known }: { userId: string }) {
  const [userId, setUserId] = useState(known);
  const [code, setCode] = useState('');
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const open = isAsked ? 'input[name=code]' : 'input:not([readonly])';
    form.current?.querySelector<HTMLInputElement>(open)?.focus();
  }, [isAsked]);
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => session.signIn(userId.trim(), password, code.trim() || undefined),
    onError: (failed) => {
      if (failed instanceof SecondFactorNeeded) setAsked(true);
    },
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
        // The dialog of a session that ended gives it the focus.
        data-autofocus={known !== '' || undefined}
        value={password}
        onValue={setPassword}
      />
      {isAsked && (
        <TextField
          label={t('session.codeOrRecovery')}
          name="code"
          autoComplete="one-time-code"
          required
          value={code}
          onValue={setCode}
        />
      )}
      {error && !(error instanceof SecondFactorNeeded) && (
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
