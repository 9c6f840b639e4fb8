import type { Database } from '../../db/database.js';
import { changeOrganization, readOrganization } from '../../db/identity/organizations.js';
import type { Organization } from '../../db/models/organization.js';
import type { Caller } from '../http/caller.js';
import { type TagCheck, tagOf } from '../http/entity-tag.js';
import type { OrganizationSettings, OrganizationView } from './organization-schemas.js';
import { administrator } from './rules.js';

/** The settings of the caller's organization. */
export class Organizations {
  constructor(private readonly uses: { db: Database }) {}

  async read({ organizationId }: Caller): Promise<OrganizationView> {
    return organizationView(await readOrganization(this.uses.db, organizationId));
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
        checkCurrent: (current) => checkTag?.(tagOf(JSON.stringify(organizationView(current)))),
      },
    );
    return organizationView(changed);
  }
}

function organizationView(organization: Organization): OrganizationView {
  const { id, name, timeZone, chartOfAccounts, mailReplyTo, createdAt } = organization;
  return {
    organizationId: id,
    organizationName: name,
    timeZone,
    chartOfAccounts,
    mailReplyTo,
    createdTimestamp: createdAt.toISOString(),
  };
}
