import { useState } from 'react';
import { ioi } from '../api/client.js';
import { errorAt } from '../api/problems.js';
import { useAction } from '../api/queries.js';
import { TextField } from '../parts/field.js';
import { FormDialog } from '../parts/form-dialog.js';
import { QrCode } from '../parts/qr-code.js';
import { ShownOnce } from '../parts/shown-once.js';
import { t } from '../texts/texts.js';
import { me } from './me.js';
import { session } from './session.js';

/** Adds codes of an authenticator app to one's own password, or removes them. */
export function SecondFactor({ close }: { close: () => void }) {
  const [begun, setBegun] = useState<{ secret: string; address: string }>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const done = () => {
    void session.readAgain();
    close();
  };
  if (recoveryCodes) {
    return (
      <ShownOnce
        title={t('session.recoveryCodes')}
        values={[[t('session.recoveryCodes'), recoveryCodes.join('  ')]]}
        close={done}
      />
    );
  }
  if (me().hasSecondFactor) return <Remove done={done} close={close} />;
  if (begun) return <Confirm begun={begun} confirmed={setRecoveryCodes} close={close} />;
  return <Begin begun={setBegun} close={close} />;
}

const passwordField = { type: 'password', required: true, autoComplete: 'current-password' } as const;
const codeField = { required: true, autoComplete: 'one-time-code' } as const;

function Begin({
  begun,
  close,
}: {
  begun: (secret: { secret: string; address: string }) => void;
  close: () => void;
}) {
  const [password, setPassword] = useState('');
  const begin = useAction(() => ioi.authentication.beginSecondFactor({ password }), { then: begun });
  return (
    <FormDialog
      title={t('session.secondFactor')}
      action={t('session.next')}
      act={begin}
      fields={['/password']}
      close={close}
    >
      <p className="quiet">{t('session.secondFactorSays')}</p>
      <TextField
        {...passwordField}
        label={t('session.presentPassword')}
        value={password}
        onValue={setPassword}
        error={errorAt(begin.error, '/password')}
      />
    </FormDialog>
  );
}

function Confirm({
  begun: { secret, address },
  confirmed,
  close,
}: {
  begun: { secret: string; address: string };
  confirmed: (recoveryCodes: readonly string[]) => void;
  close: () => void;
}) {
  const [code, setCode] = useState('');
  const confirm = useAction(() => ioi.authentication.confirmSecondFactor({ code: code.trim() }), {
    done: () => t('session.secondFactorAdded'),
    then: (answer) => confirmed(answer.recoveryCodes),
  });
  return (
    <FormDialog
      title={t('session.secondFactor')}
      action={t('session.confirm')}
      act={confirm}
      fields={['/code']}
      close={close}
    >
      <p>{t('session.enterSecret')}</p>
      <QrCode text={address} label={t('session.qrCode')} />
      <p>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <p>
        <a href={address}>{t('session.openApp')}</a>
      </p>
      <TextField
        {...codeField}
        label={t('session.code')}
        inputMode="numeric"
        value={code}
        onValue={setCode}
        error={errorAt(confirm.error, '/code')}
      />
    </FormDialog>
  );
}

function Remove({ done, close }: { done: () => void; close: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useAction(() => ioi.authentication.removeSecondFactor({ password, code }), {
    done: () => t('session.secondFactorRemoved'),
    then: done,
  });
  return (
    <FormDialog
      title={t('session.secondFactor')}
      action={t('session.removeSecondFactor')}
      act={remove}
      fields={['/password', '/code']}
      close={close}
    >
      <p className="quiet">{t('session.hasSecondFactor')}</p>
      <TextField
        {...passwordField}
        label={t('session.presentPassword')}
        value={password}
        onValue={setPassword}
        error={errorAt(remove.error, '/password')}
      />
      <TextField
        {...codeField}
        label={t('session.codeOrRecovery')}
        value={code}
        onValue={setCode}
        error={errorAt(remove.error, '/code')}
      />
    </FormDialog>
  );
}
