import { useState } from 'react';
import { ioi, type User } from '../../../api/client.js';
import { useList } from '../../../api/queries.js';
import { Badge } from '../../../parts/badge.js';
import { Button } from '../../../parts/button.js';
import { SelectField } from '../../../parts/field.js';
import { oneOf, useFilters } from '../../../parts/filters.js';
import { Empty, Filters } from '../../../parts/page.js';
import { type Column, ListTable } from '../../../parts/table.js';
import { Moment } from '../../../parts/values.js';
import { may } from '../../../session/me.js';
import { t } from '../../../texts/texts.js';
import s from '../admin.module.css';
import { grantWords } from '../grants.js';
import { CreatePerson } from './create-person.js';

const filters = { active: oneOf('true', 'false') };
const idOf = ({ personId }: User) => personId;
export const nameOf = ({ firstName, lastName, userId }: User) =>
  [firstName, lastName].filter(Boolean).join(' ') || userId;

export function PersonState({ person: { active } }: { person: User }) {
  return <Badge tone={active ? 'good' : undefined}>{t(active ? 'admin.active' : 'admin.disabled')}</Badge>;
}

/** The people who can sign in, the latest created first. */
export function PersonList() {
  const [values, change] = useFilters(filters);
  const [isCreating, setCreating] = useState(false);
  const query = { ...values, size: 100 };
  const list = useList(['people', query], (signal) => ioi.administration.listUsers(query, { signal }), idOf);
  const columns: Column<User>[] = [
    { title: t('clients.name'), cell: nameOf },
    { title: t('session.userId'), cell: ({ userId }) => userId, wide: true },
    { title: t('admin.roles'), cell: grantWords },
    { title: t('admin.state'), cell: (person) => <PersonState person={person} />, width: '120px' },
    {
      title: t('clients.created'),
      cell: ({ createdTimestamp }) => <Moment at={createdTimestamp} />,
      ...{ width: '190px', wide: true },
    },
  ];
  return (
    <>
      <div className={s.bar}>
        <Filters>
          <SelectField
            label={t('admin.state')}
            value={values.active ?? ''}
            choices={[
              ['', t('parts.any')],
              ['true', t('admin.active')],
              ['false', t('admin.disabled')],
            ]}
            onValue={(active) => change({ active })}
          />
        </Filters>
        {may('administration:write') && (
          <Button look="main" onClick={() => setCreating(true)}>
            {t('admin.createPerson')}
          </Button>
        )}
      </div>
      <ListTable
        label={t('admin.people')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ personId }) => `/admin/people/${personId}`}
        empty={<Empty>{t('admin.noPeople')}</Empty>}
      />
      {isCreating && <CreatePerson close={() => setCreating(false)} />}
    </>
  );
}
