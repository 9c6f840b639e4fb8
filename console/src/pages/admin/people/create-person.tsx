import { type GivenPermission, ioi, type Role } from '../../../api/client.js';
import { useAction } from '../../../api/queries.js';
import { TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Tiles } from '../../../parts/page.js';
import { ShownOnce } from '../../../parts/shown-once.js';
import { useFields } from '../../../parts/use-fields.js';
import { t } from '../../../texts/texts.js';
import { GrantFields } from '../grants.js';

/** Creates a person. The service makes the first password, which is shown once. */
export function CreatePerson({ close }: { close: () => void }) {
  const [{ email, ...values }, field] = useFields({
    userId: '',
    firstName: '',
    lastName: '',
    email: '',
    roles: [] as Role[],
    permissions: [] as GivenPermission[],
  });
  const create = useAction(() => ioi.administration.createUser({ ...values, ...(email && { email }) }), {
    done: (created) => t('admin.personCreated', { name: created.userId }),
    changes: [['people'], ['audit']],
  });
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
    <FormDialog action={t('admin.createPerson')} act={create} fields={field.pointers} close={close}>
      <TextField
        label={t('session.userId')}
        hint={t('admin.userIdHint')}
        autoComplete="off"
        required
        {...field('userId', create)}
      />
      <Tiles isWhole>
        <TextField label={t('admin.firstName')} {...field('firstName', create)} />
        <TextField label={t('admin.lastName')} {...field('lastName', create)} />
      </Tiles>
      <TextField label={t('admin.email')} hint={t('admin.emailHint')} {...field('email', create)} />
      <GrantFields
        roles={values.roles}
        permissions={values.permissions}
        onRoles={field('roles').onValue}
        onPermissions={field('permissions').onValue}
      />
      <p className="quiet">{t('admin.createPersonSays')}</p>
    </FormDialog>
  );
}
