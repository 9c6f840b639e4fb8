import { type FormEvent, useState } from 'react';
import { type GivenPermission, ioi, type Role } from '../../../api/client.js';
import { errorAt } from '../../../api/problems.js';
import { useAction } from '../../../api/queries.js';
import { Button } from '../../../parts/button.js';
import { Actions, Dialog } from '../../../parts/dialog.js';
import { TextField } from '../../../parts/field.js';
import parts from '../../../parts/parts.module.css';
import { ShownOnce } from '../../../parts/shown-once.js';
import { Problem } from '../../../parts/states.js';
import { t } from '../../../texts/texts.js';
import s from '../admin.module.css';
import { GrantFields } from '../grants.js';

/** Creates a person. The service makes the first password, which is shown once. */
export function CreatePerson({ close }: { close: () => void }) {
  const [userId, setUserId] = useState('');
  const [firstName, setFirst] = useState('');
  const [lastName, setLast] = useState('');
  const [roles, setRoles] = useState<Role[]>([]);
  const [permissions, setPermissions] = useState<GivenPermission[]>([]);
  const create = useAction(
    () => ioi.administration.createUser({ userId, firstName, lastName, roles, permissions }),
    {
      done: (created) => t('admin.personCreated', { name: created.userId }),
      changes: [['people'], ['audit']],
    },
  );
  if (create.data) {
    return (
      <ShownOnce
        title={t('admin.firstPassword')}
        values={[
          [t('session.userId'), create.data.userId],
          [t('session.password'), create.data.password ?? ''],
        ]}
        close={close}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  const atId = errorAt(create.error, '/userId');
  const atFirst = errorAt(create.error, '/firstName');
  const atLast = errorAt(create.error, '/lastName');
  return (
    <Dialog title={t('admin.createPerson')} close={create.isPending ? undefined : close}>
      <form onSubmit={submit} className={parts.dialogForm}>
        <TextField
          label={t('session.userId')}
          hint={t('admin.userIdHint')}
          autoComplete="off"
          required
          value={userId}
          onValue={setUserId}
          error={atId}
        />
        <div className={s.pair}>
          <TextField label={t('admin.firstName')} value={firstName} onValue={setFirst} error={atFirst} />
          <TextField label={t('admin.lastName')} value={lastName} onValue={setLast} error={atLast} />
        </div>
        <GrantFields
          roles={roles}
          permissions={permissions}
          onRoles={setRoles}
          onPermissions={setPermissions}
        />
        <p className="quiet">{t('admin.createPersonSays')}</p>
        {create.error && !atId && !atFirst && !atLast && <Problem error={create.error} />}
        <Actions>
          <Button onClick={close} disabled={create.isPending}>
            {t('parts.cancel')}
          </Button>
          <Button type="submit" look="main" busy={create.isPending}>
            {t('admin.createPerson')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
