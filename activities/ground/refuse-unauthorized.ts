import type { Knex } from 'knex';
import { lackOfEvent } from '../../db/authority/lack-of-event.js';
import type { AuthoritySources } from '../../db/authority/licensed-authority.js';
import { readLicense } from '../../db/products/product-entry.js';
import type { DefaultActionWork } from './default-action.js';
import { refused } from './failures.js';

/**
 * Refuses an event that a licensed seller has no authority for, by the licenses in the database: they may have changed
 * since it was accepted. The service's own events were authorized with the ones that they follow from.
 */
export async function refuseUnauthorized(
  trx: Knex,
  { dependencies, event, now }: Pick<DefaultActionWork, 'dependencies' | 'event' | 'now'>,
): Promise<void> {
  if (event.byService) return;
  const lack = await lackOfEvent(trx, authoritySources(trx, dependencies), { ...event, now });
  if (lack !== undefined) throw refused(lack.reason, lack.field && `payload.${lack.field}`);
}

/** Licenses as the transaction sees them. */
export const authoritySources = (
  trx: Knex,
  { catalog }: Pick<DefaultActionWork['dependencies'], 'catalog'>,
): AuthoritySources => ({
  catalog,
  licenseOf: (productId, organizationId) => readLicense(trx, productId, organizationId),
});
