import { useState } from 'react';
import { type GivenPermission, ioi, type Role, type UserWithSignIn } from '../../../api/client.js';
import { errorAt } from '../../../api/problems.js';
import { queries, useAction } from '../../../api/queries.js';
import { useRoles } from '../../../api/roles.js';
import { TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { t } from '../../../texts/texts.js';
import { GrantFields } from '../grants.js';
import { nameOf } from './person-list.js';

export interface TaggedUser {
  user: UserWithSignIn;
  /** Of the version that was read: a change of another is refused. */
  tag: string;
}

/** Replaces what a person may do, unless somebody else did so meanwhile. */
export function EditRoles({ found, close }: { found: TaggedUser; close: () => void }) {
  // What was read when the dialog opened.
  const [{ user, tag }] = useState(found);
  const known = useRoles().data;
  // Names of earlier releases, which allow nothing, are not given again.
  const [roles, setRoles] = useState(() => user.roles.filter(isRole));
  const [permissions, setPermissions] = useState(() => user.permissions.filter(isPermission));
  function isRole(name: string): name is Role {
    return known?.roles.some(({ role }) => role === name) ?? false;
  }
  function isPermission(name: string): name is GivenPermission {
    return name === '*' || (known?.permissions.some(({ permission }) => permission === name) ?? false);
  }
  const [email, setEmail] = useState(user.email ?? '');
  const name = nameOf(user);
  const save = useAction(
    () =>
      ioi.administration.updateUser(
        user.personId,
        { roles, permissions, ...(email && { email }) },
        { headers: { 'If-Match': tag } },
      ),
    {
      done: () => t('admin.rolesChanged', { name }),
      changes: [['people'], ['audit']],
      then: close,
    },
  );
  const submit = () => {
    // The page behind shows what it is now.
    save.mutate(undefined, { onError: () => void queries.invalidateQueries({ queryKey: ['people'] }) });
  };
  return (
    <FormDialog
      title={t('admin.rolesOf', { name })}
      action={t('parts.save')}
      act={save}
      fields={['/email']}
      submit={submit}
      close={close}
    >
      <TextField
        label={t('admin.email')}
        hint={t('admin.emailHint')}
        required={user.email !== undefined}
        value={email}
        onValue={setEmail}
        error={errorAt(save.error, '/email')}
      />
      <GrantFields
        roles={roles}
        permissions={permissions}
        onRoles={setRoles}
        onPermissions={setPermissions}
      />
      <p className="quiet">{t('admin.rolesSay', { name })}</p>
    </FormDialog>
  );
}
