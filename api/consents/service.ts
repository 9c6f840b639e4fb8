import type { Database } from '../../db/database.js';
import { type GivenConsent, giveConsent, revokeConsent } from '../../db/products/consents.js';
import { type ListedConsent, listConsents } from '../../db/products/list-consents.js';
import { type Caller, requireUnrestricted } from '../http/caller.js';
import { type PageOf, pageOf } from '../http/page.js';
import { auditOf } from '../http/person.js';
import { answering } from '../product-authoring/refusals.js';

/** Consents that products of others quote in the name of the caller's organization. */
export class Consents {
  constructor(private readonly uses: { db: Database }) {}

  /** The caller's organization consents. 403 for a restricted key, 404 if the owner is unknown, 409 for itself. */
  give(caller: Caller, productId: string, ownerOrganizationId: string): Promise<GivenConsent> {
    requireUnrestricted(caller, 'gives no consent');
    const { organizationId } = caller;
    const consent = { productId, organizationId, ownerOrganizationId, ...auditOf(caller) };
    return answering(() => giveConsent(this.uses.db, consent), {
      UNKNOWN_ORGANIZATION: 'ownerOrganizationId',
    });
  }

  /** 404 if there is none. */
  async revoke(caller: Caller, productId: string): Promise<void> {
    requireUnrestricted(caller, 'revokes no consent');
    const { organizationId } = caller;
    await answering(() => revokeConsent(this.uses.db, { productId, organizationId, ...auditOf(caller) }));
  }

  async list(
    { organizationId }: Caller,
    page: { page: number; size: number },
  ): Promise<PageOf<ListedConsent>> {
    const { consents, total } = await listConsents(this.uses.db, { organizationId, page });
    const shown = consents.map((consent) =>
      consent.organizationId === organizationId ? consent : { ...consent, givenBy: null },
    );
    return pageOf(shown, page, total);
  }
}
