import { Menu } from '@mantine/core';
import { useState } from 'react';
import { ioi, type Roles } from '../../../api/client.js';
import { useRead } from '../../../api/queries.js';
import { useRoles } from '../../../api/roles.js';
import { AssistantList } from '../../../parts/assistants/assistant-list.js';
import { Button, ButtonLink } from '../../../parts/button.js';
import { Denied } from '../../../parts/denied.js';
import { Help } from '../../../parts/help.js';
import { Facts, Page, Section } from '../../../parts/page.js';
import { SessionList } from '../../../parts/sessions/session-list.js';
import { ShownOnce } from '../../../parts/shown-once.js';
import { Loaded } from '../../../parts/states.js';
import { Moment } from '../../../parts/values.js';
import { may, me } from '../../../session/me.js';
import { t } from '../../../texts/texts.js';
import { auditOf } from '../audit-log.js';
import { GrantFacts, mayChange } from '../grants.js';
import { ChangePerson, type PersonChange } from './change-person.js';
import { EditRoles, type TaggedUser } from './edit-roles.js';
import { LastSignIn, nameOf, PersonState, SignInWords } from './person-list.js';

/** A person who can sign in, with what they may do. */
export function PersonPage({ personId }: { personId: string }) {
  const person = useRead(['people', personId], async (signal): Promise<TaggedUser> => {
    let tag = '';
    const onResponse = ({ headers }: { headers: Headers }) => {
      tag = headers.get('ETag') ?? '';
    };
    return { user: await ioi.administration.user(personId, { signal, onResponse }), tag };
  });
  const roles = useRoles();
  // Both before anything is shown: the roles decide which actions there are, and how many lines they take.
  return (
    <Loaded query={person}>
      {(found) => <Loaded query={roles}>{(known) => <Person found={found} roles={known} />}</Loaded>}
    </Loaded>
  );
}

function Person({ found, roles }: { found: TaggedUser; roles: Roles }) {
  const { user } = found;
  const { personId, userId, active, signIn } = user;
  const [open, setOpen] = useState<'roles' | PersonChange>();
  const [password, setPassword] = useState<string>();
  const isOneself = personId === me().personId;
  const canChange = !isOneself && mayChange(user, roles);
  const close = () => setOpen(undefined);
  return (
    <Page
      title={nameOf(user)}
      beside={<PersonState person={user} />}
      actions={
        <>
          {may('audit:read') && (
            <ButtonLink to={auditOf({ actorId: personId })}>{t('admin.whatTheyDid')}</ButtonLink>
          )}
          {!may('administration:write') && (
            <Denied needs={['administration:write']}>{t('admin.changeRoles')}</Denied>
          )}
          {canChange && (
            <>
              <Button onClick={() => setOpen('roles')}>{t('admin.changeRoles')}</Button>
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button>{t('admin.more')}</Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {signIn.issuer === undefined && (
                    <Menu.Item onClick={() => setOpen('password')}>{t('admin.newPassword')}</Menu.Item>
                  )}
                  {signIn.hasSecondFactor && (
                    <Menu.Item onClick={() => setOpen('secondFactor')}>
                      {t('admin.resetSecondFactor')}
                    </Menu.Item>
                  )}
                  <Menu.Item onClick={() => setOpen('signOut')}>{t('admin.signOutPerson')}</Menu.Item>
                  <Menu.Divider />
                  <Menu.Item
                    color={active ? 'red' : undefined}
                    onClick={() => setOpen(active ? 'disable' : 'enable')}
                  >
                    {t(active ? 'admin.disable' : 'admin.enable')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </>
          )}
        </>
      }
    >
      {isOneself && may('administration:write') && <p className="quiet">{t('admin.oneself')}</p>}
      {!isOneself && may('administration:write') && !canChange && (
        <p className="quiet">{t('admin.hasMore')}</p>
      )}
      <Facts
        facts={[
          [t('session.userId'), userId],
          user.email !== undefined && [t('admin.email'), user.email],
          [t('admin.signsIn'), <SignInWords key="signsIn" signIn={signIn} />],
          [t('admin.lastSignIn'), <LastSignIn key="last" signIn={signIn} />],
          [t('clients.created'), <Moment key="created" at={user.createdTimestamp} />],
          user.disabledTimestamp !== undefined && [
            t('admin.disabledOn'),
            <Moment key="disabled" at={user.disabledTimestamp} />,
          ],
        ]}
      />
      <Section title={t('admin.permissions')} actions={<Help term="permission" />}>
        <GrantFacts given={user} />
      </Section>
      <Section title={t('connect.assistants')}>
        <AssistantList personId={personId} canEnd={canChange} />
      </Section>
      <Section title={t('session.sessions')}>
        <SessionList personId={personId} canEnd={canChange} />
      </Section>
      {open === 'roles' && <EditRoles found={found} close={close} />}
      {open !== undefined && open !== 'roles' && (
        <ChangePerson user={user} change={open} shown={setPassword} close={close} />
      )}
      {password !== undefined && (
        <ShownOnce
          title={t('admin.newPassword')}
          values={[
            [t('session.userId'), userId],
            [t('session.password'), password],
          ]}
          close={() => setPassword(undefined)}
        />
      )}
    </Page>
  );
}
