import { useState } from 'react';
import { type GivenPermission, ioi, type Role } from '../../../api/client.js';
import { errorAt } from '../../../api/problems.js';
import { useAction } from '../../../api/queries.js';
import { TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { ShownOnce } from '../../../parts/shown-once.js';
import { t } from '../../../texts/texts.js';
import s from '../admin.module.css';
import { GrantFields } from '../grants.js';

/** Creates a person. The service makes the first password, which is shown once. */
export function CreatePerson({ close }: { close: () => void }) {
  const [userId, setUserId] = useState('');
  const [firstName, setFirst] = useState('');
  const [lastName, setLast] = useState('');
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<Role[]>([]);
  const [permissions, setPermissions] = useState<GivenPermission[]>([]);
  const create = useAction(
    () =>
      ioi.administration.createUser({
        userId,
        firstName,
        lastName,
        roles,
        permissions,
        ...(email && { email }),
      }),
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
  return (
    <FormDialog
      action={t('admin.createPerson')}
      act={create}
      fields={['/userId', '/firstName', '/lastName', '/email']}
      close={close}
    >
      <TextField
        label={t('session.userId')}
        hint={t('admin.userIdHint')}
        autoComplete="off"
        required
        value={userId}
        onValue={setUserId}
        error={errorAt(create.error, '/userId')}
      />
      <div className={s.pair}>
        <TextField
          label={t('admin.firstName')}
          value={firstName}
          onValue={setFirst}
          error={errorAt(create.error, '/firstName')}
        />
        <TextField
          label={t('admin.lastName')}
          value={lastName}
          onValue={setLast}
          error={errorAt(create.error, '/lastName')}
        />
      </div>
      <TextField
        label={t('admin.email')}
        hint={t('admin.emailHint')}
        value={email}
        onValue={setEmail}
        error={errorAt(create.error, '/email')}
      />
      <GrantFields
        roles={roles}
        permissions={permissions}
        onRoles={setRoles}
        onPermissions={setPermissions}
      />
      <p className="quiet">{t('admin.createPersonSays')}</p>
    </FormDialog>
  );
}
