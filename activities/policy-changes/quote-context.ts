import { licensedAuthority } from '../../db/authority/licensed-authority.js';
import { Organization } from '../../db/models/organization.js';
import type { Policy } from '../../db/models/policy.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { quoteContext } from '../../domain/policy/quote-context.js';
import type { QuoteContext } from '../../domain/quote/new-quote.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { missing } from '../ground/failures.js';
import type { PolicyRating } from './rate-policy.js';

/**
 * The organizations and records of a policy's quote: the policy's own organizations, regardless of who fired
 * the event.
 */
export async function quoteContextOf(
  { dependencies: { db, catalog }, event, now }: DefaultActionWork,
  policy: Policy,
  {
    rating: { version, action, expiring, loading },
    intake,
    effectiveDate,
  }: { rating: PolicyRating; intake: AnswerMap; effectiveDate: string },
): Promise<QuoteContext> {
  const { productId, issuingOrganizationId: issuerId } = policy;
  const issuer = await Organization.query(db).findById(issuerId).select('id', 'name');
  if (issuer === undefined) throw missing('organization', issuerId);
  const seller = await licensedAuthority(
    { catalog, licenseOf: catalog.licenseOf },
    { organizationId: event.organizationId, productId, issuerId, now },
  );
  const { triggerRequestId, asConfiguredAt } = event;
  return quoteContext({
    triggerRequestId,
    asConfiguredAt,
    now,
    action,
    expiring,
    loading,
    productId,
    version,
    organizationId: policy.sellerOrganizationId,
    envelope: { batchMode: false, payload: { effectiveDate, intake } },
    clientId: policy.clientId,
    clockId: policy.clockId,
    quoting: { organizationId: issuer.id, name: issuer.name },
    term: policy.premiumTerm as QuoteContext['term'],
    authority: event.byService ? undefined : seller,
  });
}
