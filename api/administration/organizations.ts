import type { Database } from '../../db/database.js';
import { changeOrganization, readOrganization } from '../../db/identity/organizations.js';
import { type PasswordsOff, passwordsAreOff } from '../../db/identity/passwords-off.js';
import type { Organization } from '../../db/models/organization.js';
import { type IdentityProviders, providersOf } from '../auth/single-sign-on/provider-settings.js';
import type { Caller } from '../http/caller.js';
import { type TagCheck, tagOf } from '../http/entity-tag.js';
import type { OrganizationSettings, OrganizationView } from './organization-schemas.js';
import { administrator } from './rules.js';

/** The settings of the caller's organization. */
export class Organizations {
  constructor(
    private readonly uses: {
      db: Database;
      identityProviders?: IdentityProviders;
      passwordsOff?: PasswordsOff;
    },
  ) {}

  async read({ organizationId }: Caller): Promise<OrganizationView> {
    return this.#view(await readOrganization(this.uses.db, organizationId));
  }

  /** `checkTag` checks the organization's tag before it is changed. */
  async change(
    caller: Caller,
    { timeZone, chartOfAccounts, mailReplyTo }: OrganizationSettings,
    checkTag: TagCheck | undefined,
  ): Promise<OrganizationView> {
    const { organizationId } = caller;
    const changed = await changeOrganization(
      this.uses.db,
      { organizationId, timeZone, chartOfAccounts, mailReplyTo },
      {
        ...administrator(caller),
        checkCurrent: (current) => checkTag?.(tagOf(JSON.stringify(this.#view(current)))),
      },
    );
    return this.#view(changed);
  }

  #view(organization: Organization): OrganizationView {
    const { identityProviders = {}, passwordsOff } = this.uses;
    const { id } = organization;
    return organizationView(organization, {
      passwords: passwordsOff === undefined || !passwordsAreOff(passwordsOff, id),
      providers: providersOf(identityProviders, id),
    });
  }
}

function organizationView(organization: Organization, signIn: OrganizationView['signIn']): OrganizationView {
  const { id, name, timeZone, chartOfAccounts, mailReplyTo, createdAt } = organization;
  return {
    organizationId: id,
    organizationName: name,
    timeZone,
    chartOfAccounts,
    mailReplyTo,
    signIn,
    createdTimestamp: createdAt.toISOString(),
  };
}
