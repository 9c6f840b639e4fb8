import { ioi, type User } from '../../../api/client.js';
import { Badge } from '../../../parts/badge.js';
import type { Column } from '../../../parts/table.js';
import { Moment } from '../../../parts/values.js';
import { t } from '../../../texts/texts.js';
import { AdminList } from '../admin-list.js';
import { grantWords } from '../grants.js';
import { CreatePerson } from './create-person.js';

const idOf = ({ personId }: User) => personId;
export const nameOf = ({ firstName, lastName, userId }: User) =>
  [firstName, lastName].filter(Boolean).join(' ') || userId;

export function PersonState({ person: { active } }: { person: User }) {
  return <Badge tone={active ? 'good' : undefined}>{t(active ? 'admin.active' : 'admin.disabled')}</Badge>;
}

/** The people who can sign in, the latest created first. */
export function PersonList() {
  const columns: Column<User>[] = [
    { title: t('clients.name'), cell: nameOf },
    { title: t('session.userId'), cell: ({ userId }) => userId, wide: true },
    { title: t('admin.roles'), cell: grantWords },
    { title: t('admin.state'), cell: (person) => <PersonState person={person} />, width: '120px' },
    {
      title: t('clients.created'),
      cell: ({ createdTimestamp }) => <Moment at={createdTimestamp} />,
      width: '190px',
      wide: true,
    },
  ];
  return (
    <AdminList
      name="people"
      read={(query, signal) => ioi.administration.listUsers(query, { signal })}
      idOf={idOf}
      columns={columns}
      ended={t('admin.disabled')}
      create={t('admin.createPerson')}
      Create={CreatePerson}
      empty={t('admin.noPeople')}
    />
  );
}
