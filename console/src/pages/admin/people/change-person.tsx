import { ioi, type User } from '../../../api/client.js';
import { useAction } from '../../../api/queries.js';
import { Confirm } from '../../../parts/dialog.js';
import { t } from '../../../texts/texts.js';
import { nameOf } from './person-list.js';

const { administration } = ioi;

/** What is done to a person after asking, and the texts that ask and tell. */
const changes = {
  disable: { act: disable, action: 'admin.disable', says: 'admin.disableSays', done: 'admin.disabledDone' },
  enable: { act: enable, action: 'admin.enable', says: 'admin.enableSays', done: 'admin.enabledDone' },
  signOut: {
    act: signOut,
    action: 'admin.signOutPerson',
    says: 'admin.signOutSays',
    done: 'admin.signedOutDone',
  },
  secondFactor: {
    act: secondFactor,
    action: 'admin.resetSecondFactor',
    says: 'admin.resetSecondFactorSays',
    done: 'admin.resetSecondFactorDone',
  },
  password: {
    act: password,
    action: 'admin.newPassword',
    says: 'admin.passwordSays',
    done: 'admin.passwordDone',
  },
} as const;

export type PersonChange = keyof typeof changes;

async function disable(personId: string): Promise<undefined> {
  await administration.disableUser(personId);
}
async function enable(personId: string): Promise<undefined> {
  await administration.enableUser(personId);
}
async function signOut(personId: string): Promise<undefined> {
  await administration.signOutUser(personId);
}
async function secondFactor(personId: string): Promise<undefined> {
  await administration.resetUserSecondFactor(personId);
}
async function password(personId: string): Promise<string | undefined> {
  return (await administration.resetUserPassword(personId)).password;
}

export function ChangePerson({
  user,
  change,
  shown,
  close,
}: {
  user: User;
  change: PersonChange;
  /** Shows a new password. */
  shown: (password: string | undefined) => void;
  close: () => void;
}) {
  const { act, action, says, done } = changes[change];
  const name = nameOf(user);
  const doIt = useAction<undefined, string | undefined>(() => act(user.personId), {
    done: () => t(done, { name }),
    changes: [['people'], ['audit']],
    then: (result) => {
      shown(result);
      close();
    },
  });
  return (
    <Confirm
      title={`${t(action)}: ${name}`}
      action={t(action)}
      danger={change !== 'enable'}
      act={doIt}
      close={close}
    >
      {t(says, { name })}
    </Confirm>
  );
}
