import { Avatar } from '@mantine/core';
import { ioi, type User, type UserWithSignIn } from '../../../api/client.js';
import { useRead } from '../../../api/queries.js';
import { Badge } from '../../../parts/badge.js';
import type { Column } from '../../../parts/column.js';
import { Help } from '../../../parts/help.js';
import { Moment } from '../../../parts/values.js';
import { listOf } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import s from '../admin.module.css';
import { AdminList } from '../admin-list.js';
import { grantWords } from '../grants.js';
import { CreatePerson } from './create-person.js';

const idOf = ({ personId }: User) => personId;
export const nameOf = ({ firstName, lastName, userId }: User) =>
  [firstName, lastName].filter(Boolean).join(' ') || userId;

export function PersonState({ person: { active } }: { person: User }) {
  return <Badge tone={active ? 'good' : undefined}>{t(active ? 'admin.active' : 'admin.disabled')}</Badge>;
}

/** How somebody signs in: by password, with or without a code, or by the account that they have at work. */
export function SignInWords({ signIn: { issuer, hasSecondFactor } }: Pick<UserWithSignIn, 'signIn'>) {
  if (issuer !== undefined) return t('admin.signsOnBy', { issuer: hostOf(issuer) });
  return t(hasSecondFactor ? 'admin.withSecondFactor' : 'admin.withoutSecondFactor');
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

export function LastSignIn({ signIn: { lastTimestamp } }: Pick<UserWithSignIn, 'signIn'>) {
  return lastTimestamp === undefined ? t('admin.notKnown') : <Moment at={lastTimestamp} ago />;
}

/** The people who can sign in, the latest created first. */
export function PersonList() {
  const columns: Column<UserWithSignIn>[] = [
    {
      title: t('clients.name'),
      cell: (person) => (
        <span className={s.person}>
          <Avatar size={26} name={nameOf(person)} color="blue" aria-hidden />
          <bdi>{nameOf(person)}</bdi>
        </span>
      ),
      below: grantWords,
    },
    { id: 'userId', title: t('session.userId'), wide: true },
    { title: t('admin.roles'), cell: grantWords, wide: true },
    { title: t('admin.signsIn'), cell: SignInWords, width: '190px', wide: true },
    { title: t('admin.lastSignIn'), cell: LastSignIn, width: '140px', wide: true },
    { title: t('admin.state'), cell: (person) => <PersonState person={person} />, width: '110px' },
  ];
  return (
    <>
      <WaysToSignIn />
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
    </>
  );
}

/** How the people of the organization can sign in, as the operator has set it up. */
function WaysToSignIn() {
  const organization = useRead(['organization'], (signal) => ioi.administration.organization({ signal }));
  if (organization.data === undefined) return <p className="quiet">{'\u00a0'}</p>;
  const { passwords, providers } = organization.data.signIn;
  const ways = [
    ...(passwords ? [t('admin.byPassword')] : []),
    ...providers.map(({ label, issuer }) => t('admin.byProvider', { label, host: hostOf(issuer) })),
  ];
  return (
    <p className="quiet">
      {t('admin.waysToSignIn', { ways: listOf(ways, 'or') })}{' '}
      {providers.length === 0 && t('admin.noSingleSignOn')} <Help term="singleSignOn" />
    </p>
  );
}
