import { Select } from '@mantine/core';
import { ioi, type Role } from '../api/client.js';
import { useRead } from '../api/queries.js';
import { me } from '../session/me.js';
import { t, word } from '../texts/texts.js';

/** Whose a task is: a person, whoever has a role, or anybody. */
export interface TaskOwner {
  personId?: string | undefined;
  role?: Role | undefined;
}

const roles: readonly Role[] = ['underwriter', 'producer', 'billing', 'service', 'author', 'admin'];
const isRole = (value: string): value is Role => roles.some((role) => role === value);

/** A choice of a colleague or a role, found by typing. */
export function OwnerField({
  value: { personId, role },
  name,
  disabled = false,
  onOwner,
}: {
  value: TaskOwner;
  /** Of the person, until the colleagues are read. */
  name?: string | undefined;
  disabled?: boolean;
  onOwner: (owner: TaskOwner) => void;
}) {
  const query = useRead(
    ['colleagues', 'all'],
    async (signal) => (await ioi.tasks.listColleagues({ size: 1000 }, { signal })).colleagues,
  );
  const colleagues = query.data ?? (personId === undefined ? [] : [{ personId, name: name ?? '…' }]);
  const own = me().personId;
  const people = colleagues.map((each) => ({
    value: each.personId,
    label: each.personId === own ? t('tasks.meNamed', { name: each.name }) : each.name,
  }));
  return (
    <Select
      label={t('tasks.owner')}
      searchable
      allowDeselect={false}
      disabled={disabled}
      value={personId ?? role ?? ''}
      data={[
        { value: '', label: t('tasks.anybody') },
        { group: t('parts.people'), items: people.sort((a) => (a.value === own ? -1 : 0)) },
        {
          group: t('tasks.roles'),
          items: roles.map((each) => ({ value: each, label: word('role', each) })),
        },
      ]}
      onChange={(chosen) => {
        if (chosen === null || chosen === '') onOwner({});
        else onOwner(isRole(chosen) ? { role: chosen } : { personId: chosen });
      }}
    />
  );
}
