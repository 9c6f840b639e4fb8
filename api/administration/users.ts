import type { Database } from '../../db/database.js';
import { generatePassword } from '../../db/identity/passwords.js';
import { type PasswordsOff, passwordsAreOff } from '../../db/identity/passwords-off.js';
import { createUser, UserIdTaken } from '../../db/identity/people.js';
import { OfProvider } from '../../db/identity/provider-identities.js';
import { readUser, readUsers } from '../../db/identity/read-identities.js';
import { resetSecondFactor } from '../../db/identity/second-factors.js';
import { readSignIns, type SignIn } from '../../db/identity/sign-ins.js';
import {
  changePassword,
  changeRoles,
  disableUser,
  enableUser,
  signOutUser,
} from '../../db/identity/user-changes.js';
import type { Person } from '../../db/models/person.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { type TagCheck, tagOf } from '../http/entity-tag.js';
import { listLimits } from '../http/list-limits.js';
import { pageOf } from '../http/page.js';
import { administrator } from './rules.js';
import type { SignInView, UserCreation, UserQuery, UserRoles, UserView } from './user-schemas.js';

const changes = { disable: disableUser, enable: enableUser, signOut: signOutUser };

/** The users of the caller's organization. Those of others are not found. */
export class Users {
  constructor(private readonly uses: { db: Database; passwordsOff?: PasswordsOff }) {}

  async list({ organizationId }: Caller, { page, size, ...filter }: UserQuery) {
    const limits = listLimits({ page, size }, 'user');
    const { users, total, isExact } = await readUsers(this.uses.db, organizationId, filter, limits);
    const signIns = await readSignIns(
      this.uses.db,
      users.map(({ id }) => id),
    );
    const views = users.map((user) => ({ ...userView(user), signIn: signInView(signIns.get(user.id)) }));
    return { ...pageOf(views, { page, size }, total), totalIsExact: isExact };
  }

  /** A user, and the tag of what `changeRoles` changes. */
  async read({ organizationId }: Caller, personId: string) {
    const { db } = this.uses;
    const user = userView(found(await readUser(db, { organizationId, personId }), personId));
    const signIns = await readSignIns(db, [personId]);
    return {
      tag: tagOf(JSON.stringify(user)),
      user: { ...user, signIn: signInView(signIns.get(personId)) },
    };
  }

  /**
   * Returns the user with the generated password, which is shown only this once.
   *
   * @param id of the person, if an earlier attempt may have created them.
   */
  async create(caller: Caller, creation: UserCreation, id: string | undefined) {
    const { organizationId } = caller;
    const { password, shown } = this.#isWithoutPasswords(caller)
      ? withoutPassword(creation)
      : passwordOf(creation);
    try {
      const by = administrator(caller, { given: creation });
      const created = await createUser(this.uses.db, { ...creation, id, organizationId, password }, by);
      return { ...userView(created), ...shown };
    } catch (error) {
      if (!(error instanceof UserIdTaken)) throw error;
      const detail = 'is taken';
      throw new Conflict(`the user id ${creation.userId} ${detail}`, {
        code: 'DUPLICATE',
        errors: [{ field: 'userId', detail }],
      });
    }
  }

  /** `checkTag` checks the user's tag before they are changed. */
  async changeRoles(caller: Caller, personId: string, given: UserRoles, checkTag: TagCheck | undefined) {
    const by = administrator(caller, {
      given,
      notOneself: 'nobody changes their own roles and permissions: ask another administrator',
      alsoCheck: (current) => checkTag?.(tagOf(JSON.stringify(userView(current as Person)))),
    });
    return userView(found(await changeRoles(this.uses.db, which(caller, personId), given, by), personId));
  }

  async change(caller: Caller, personId: string, change: keyof typeof changes): Promise<UserView> {
    const by = administrator(caller, {
      ...(change === 'disable' && { notOneself: 'nobody disables themselves: ask another administrator' }),
    });
    return userView(found(await changes[change](this.uses.db, which(caller, personId), by), personId));
  }

  async resetSecondFactor(caller: Caller, personId: string): Promise<UserView> {
    const notOneself = 'remove your own second factor with POST /me/second-factor/remove';
    const by = administrator(caller, { notOneself });
    const reset = await resetSecondFactor(this.uses.db, which(caller, personId), by);
    if (reset === false) throw new Conflict('the user has no second factor');
    return userView(found(reset, personId));
  }

  async resetPassword(caller: Caller, personId: string, request: { password?: string | undefined }) {
    if (this.#isWithoutPasswords(caller)) throw new Conflict('passwords are switched off');
    const { password, shown } = passwordOf(request);
    const notOneself = 'change your own password with POST /me/password';
    const by = administrator(caller, { notOneself });
    const changed = changePassword(this.uses.db, which(caller, personId), password, by);
    const noPassword = (error: unknown) => {
      throw error instanceof OfProvider ? new Conflict(error.message) : error;
    };
    found(await changed.catch(noPassword), personId);
    return { personId, ...shown };
  }

  #isWithoutPasswords({ organizationId }: Caller): boolean {
    return passwordsAreOff(this.uses.passwordsOff ?? new Set(), organizationId);
  }
}

/** Refuses a password that could not be used. */
function withoutPassword({ password }: { password?: string | undefined }) {
  if (password === undefined) return { password, shown: {} };
  throw new BadRequest([{ field: 'password', detail: 'is not taken: passwords are switched off' }]);
}

const which = ({ organizationId }: Caller, personId: string) => ({ organizationId, personId });

function passwordOf({ password }: { password?: string | undefined }) {
  if (password !== undefined) return { password, shown: {} };
  const generated = generatePassword();
  return { password: generated, shown: { password: generated } };
}

function found(person: Person | undefined, personId: string): Person {
  if (person === undefined) throw new NotFound('user', personId);
  return person;
}

function signInView(signIn: SignIn | undefined): SignInView {
  const { lastAt, lastMethod, hasSecondFactor = false, issuer } = signIn ?? {};
  return {
    ...(lastAt && { lastTimestamp: lastAt.toISOString() }),
    ...(lastMethod && { lastMethod }),
    hasSecondFactor,
    ...(issuer && { issuer }),
  };
}

function userView({ id, userId, firstName, lastName, roles, permissions, ...person }: Person): UserView {
  const { createdAt, disabledAt, email } = person;
  return {
    personId: id,
    userId,
    firstName,
    lastName,
    ...(email !== null && { email }),
    roles,
    permissions,
    active: disabledAt === null,
    createdTimestamp: createdAt.toISOString(),
    ...(disabledAt !== null && { disabledTimestamp: disabledAt.toISOString() }),
  };
}
