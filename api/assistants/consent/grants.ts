import { deleteEndedGrants, endGrant, findGrant, readGrants } from '../../../db/assistants/grants.js';
import type { Database } from '../../../db/database.js';
import { type PasswordsOff, passwordsAreOff } from '../../../db/identity/passwords-off.js';
import type { AssistantGrant } from '../../../db/models/assistant-grant.js';
import { isReadPermission } from '../../../domain/assistants/consent.js';
import { administrator } from '../../administration/rules.js';
import { NotFound } from '../../errors/app-error.js';
import { type Caller, personOf, type Verified } from '../../http/caller.js';
import { auditOf, callerOfPerson } from '../../http/person.js';
import type { AssistantGrantView } from './schemas.js';

export interface GrantDependencies {
  db: Database;
  now: () => Date;
  passwordsOff: PasswordsOff;
  tokens: { verify(accessToken: string): Promise<{ grantId: string; expiresAtMs: number } | undefined> };
}

/** What people allow assistants: as callers, and as the people and their administrators see and end it. */
export class AssistantGrants {
  constructor(private readonly uses: GrantDependencies) {}

  /** The caller of an access token; undefined if it is invalid, or its grant has ended. */
  async verify(accessToken: string): Promise<Verified | undefined> {
    const token = await this.uses.tokens.verify(accessToken);
    const caller = token && (await this.callerOf(token.grantId));
    return caller && { caller, expiresAtMs: token.expiresAtMs };
  }

  /** The person of a grant, with what they and the grant allow now; undefined if it has ended. */
  async callerOf(grantId: string): Promise<Caller | undefined> {
    const grant = await findGrant(this.uses.db, grantId, this.uses.now());
    if (!grant?.person) return undefined;
    const { person, method, access, terms, assistant } = grant;
    if (method === 'PASSWORD' && passwordsAreOff(this.uses.passwordsOff, person.organizationId)) {
      return undefined;
    }
    const caller = callerOfPerson(person);
    const permissions =
      access === 'READ_ONLY' ? new Set([...caller.permissions].filter(isReadPermission)) : caller.permissions;
    return { ...caller, permissions, grantId, assistantTerms: terms, assistant: { name: assistant } };
  }

  async listOwn(caller: Caller): Promise<{ assistants: AssistantGrantView[] }> {
    return this.#list(ownOf(caller));
  }

  async endOwn(caller: Caller, grantId: string): Promise<void> {
    const ended = await endGrant(this.uses.db, { ...ownOf(caller), grantId }, auditOf(caller));
    if (!ended) throw new NotFound('assistant', grantId);
  }

  /** Those of somebody of the caller's organization. */
  async listOf({ organizationId }: Caller, personId: string): Promise<{ assistants: AssistantGrantView[] }> {
    return this.#list({ organizationId, personId });
  }

  async endOf(caller: Caller, personId: string, grantId: string): Promise<void> {
    const which = { organizationId: caller.organizationId, personId, grantId };
    if (!(await endGrant(this.uses.db, which, administrator(caller)))) {
      throw new NotFound('assistant', grantId);
    }
  }

  async deleteEnded(): Promise<void> {
    await deleteEndedGrants(this.uses.db, this.uses.now());
  }

  async #list(which: { organizationId: string; personId: string }) {
    const found = await readGrants(this.uses.db, which, this.uses.now());
    if (found === undefined) throw new NotFound('user', which.personId);
    return { assistants: found.map(viewOf) };
  }
}

function viewOf({ id, terms, ...grant }: AssistantGrant): AssistantGrantView {
  return {
    grantId: id,
    name: grant.assistant,
    redirectUri: grant.redirectUri,
    access: grant.access,
    actsPerDay: terms.actsPerDay,
    moneyPerDay: terms.moneyPerDay,
    createdTimestamp: grant.createdAt.toISOString(),
    lastUsedTimestamp: grant.lastUsedAt.toISOString(),
    endsTimestamp: grant.endsAt.toISOString(),
  };
}

const ownOf = (caller: Caller): { organizationId: string; personId: string } => ({
  organizationId: caller.organizationId,
  personId: personOf(caller, 'an API key connects no assistants'),
});
