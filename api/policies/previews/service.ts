import { type AuthoritySources, licensedAuthority } from '../../../db/authority/licensed-authority.js';
import { businessTimeOf } from '../../../db/clock.js';
import type { Database } from '../../../db/database.js';
import { stopsOfReinstatement } from '../../../db/holds/stops-of-policy.js';
import { stopsOfBinding } from '../../../db/holds/stops-of-quote.js';
import type { Policy } from '../../../db/models/policy.js';
import { Quote } from '../../../db/models/quote.js';
import { policyOfQuote } from '../../../db/policies/issue-policy.js';
import {
  type PreviewedBill,
  previewCancellation,
  previewReinstatement,
  previewRewrite,
} from '../../../db/policies/preview-change.js';
import { type PolicyStanding, readPolicyStanding } from '../../../db/policies/read-history.js';
import { policyVisibleTo } from '../../../db/policies/visible-policy.js';
import type { ProductCatalog } from '../../../db/products/catalog.js';
import { sellersMethodOf } from '../../../domain/events/seller-act.js';
import type { BusinessTime } from '../../../domain/ground/business-time.js';
import { addDays, laterOf } from '../../../domain/ground/calendar.js';
import type { Objection } from '../../../domain/ground/objection.js';
import { exactText } from '../../../domain/money/amount-text.js';
import { Cents, sumOfAmounts } from '../../../domain/money/cents.js';
import { minorDigits } from '../../../domain/money/currency.js';
import { bindingSideOf } from '../../../domain/policy/binding-rules.js';
import { whyNotUndo } from '../../../domain/policy/by-hand.js';
import { earliestCancellation, stateOf } from '../../../domain/policy/cancellation-notice.js';
import {
  rewritingTypes,
  whyNotCancel,
  whyNotReinstate,
  whyNotRewrite,
  whyNotRewriteBy,
} from '../../../domain/policy/change-rules.js';
import { type PolicySettings, policySettingsOf } from '../../../domain/policy/policy-settings.js';
import { whyNotReinstateTerm } from '../../../domain/policy/priced-cancellation.js';
import { returnMethodOf, whyNotReason } from '../../../domain/policy/return-method.js';
import { answersOn } from '../../../domain/policy/timeline.js';
import { whyNotAccept } from '../../../domain/policy/why-not-accept.js';
import { Conflict, NotFound } from '../../errors/app-error.js';
import { effectOf } from '../../holds/hold-effect.js';
import type { Caller } from '../../http/caller.js';
import type { CancellationPreview, ReinstatementPreview, RewritePreview } from './schemas.js';

export interface PreviewDependencies {
  db: Database;
  catalog: AuthoritySources['catalog'] & Pick<ProductCatalog, 'licenseOf'>;
  now: () => Date;
}

/** Previews of changes, by the functions that make them. */
export class PolicyPreviews {
  constructor(private readonly uses: PreviewDependencies) {}

  /** What a cancellation returns. 404 if the caller cannot see the policy, 409 if it cannot be canceled so. */
  async cancellation(
    caller: Caller,
    policyId: string,
    { effectiveDate, cancellationReasonConfigId: reasonConfigId }: AskedCancellation,
  ): Promise<CancellationPreview> {
    const { policy, settings, now } = await this.#policy(caller, policyId);
    refuseIf(whyNotReason(settings, reasonConfigId, 'cancellationReasonConfigId'));
    refuseIf(whyNotCancel(policy, effectiveDate));
    const given = { effectiveDate, reasonConfigId, isAutomatic: false };
    const standing = await readPolicyStanding(this.uses.db, policy);
    const { priced, taxesAndFees, withdrawn, bill, refundable } = await previewCancellation(
      this.uses.db,
      policy,
      standing,
      {
        cancelledOn: effectiveDate,
        method: returnMethodOf(settings, given),
        digits: minorDigits(settings.currency),
        now,
      },
    );
    const { returned, penalty, daysInForce, daysOfTerm } = priced.returns;
    const method = sellersMethodOf({ effectiveDate: policy.effectiveDate, settings }, given);
    const authority = await this.#authority(caller, policy, now);
    return {
      policyId,
      effectiveDate,
      earliestDate: earliestDateOf(caller, policy, { standing, settings, reasonConfigId, now }),
      daysInForce,
      daysOfTerm,
      method,
      requestsOnly: authority?.cancel[method] === 'REQUEST',
      returnedPremium: Number(returned),
      penalty: Number(penalty),
      returnedTaxesAndFees: Number(Cents.of(taxesAndFees).negated().toText()),
      withdrawnInstalments: Number(withdrawn),
      refundableAmount: Number(refundable),
      reasons: settings.cancellation.reasons.map(({ configId, title }) => ({ configId, title })),
      ...accountOf(bill),
    };
  }

  /** What a reinstatement charges. 404 if the caller cannot see the policy, 409 if it cannot be reinstated. */
  async reinstatement(
    caller: Caller,
    policyId: string,
    { effectiveDate }: { effectiveDate?: string | undefined },
  ): Promise<ReinstatementPreview> {
    const { policy, settings, now } = await this.#policy(caller, policyId);
    const { today } = now;
    const from = effectiveDate ?? policy.cancelledOn ?? policy.effectiveDate;
    const usual = addDays(policy.cancelledOn ?? today, settings.cancellation.reinstatementDays);
    const lastDay = policy.reinstatementWaits === null ? usual : laterOf(usual, today);
    refuseIf(whyNotReinstate(policy, { from, today, lastDay }));
    const standing = await readPolicyStanding(this.uses.db, policy);
    refuseIf(whyNotReinstateTerm(standing.term));
    const digits = minorDigits(settings.currency);
    const { priced, premium, taxesAndFees, bill } = await previewReinstatement(
      this.uses.db,
      policy,
      standing,
      {
        from,
        digits,
        now,
      },
    );
    refuseIf(whyNotUndo(standing.layers, priced.lines, digits));
    const { lapse } = priced;
    const { history } = standing;
    const stops = await stopsOfReinstatement(this.uses.db, this.uses, { policy, history, now });
    return {
      policyId,
      effectiveDate: from,
      premium: Number(premium),
      taxesAndFees: Number(taxesAndFees),
      ...(lapse.until > lapse.from && { lapse }),
      holds: stops.map(effectOf),
      ...accountOf(bill),
    };
  }

  /** What a rewrite moves. 404 if the caller cannot see the policy or the quote, 409 if that cannot take its place. */
  async rewrite(caller: Caller, policyId: string, { quoteId }: { quoteId: string }): Promise<RewritePreview> {
    const { policy, settings, now } = await this.#policy(caller, policyId);
    const quote = await Quote.query(this.uses.db)
      .findById(quoteId)
      .modify('visibleTo', caller.organizationId);
    if (quote === undefined) throw new NotFound('quote', quoteId, { field: 'quoteId', in: 'query' });
    const bound = await this.#settings(quote.productVersionId);
    refuseIf(
      whyNotRewriteBy({ ...policy, currency: settings.currency }, { ...quote, currency: bound.currency }),
    );
    const { effectiveDate } = quote;
    refuseIf(whyNotRewrite(policy, effectiveDate));
    const obstacle = whyNotAccept(
      { ...quote, policyNumber: (await policyOfQuote(this.uses.db, quoteId))?.policyNumber ?? null },
      {
        rules: bound.binding,
        now,
        types: rewritingTypes,
        side: bindingSideOf(
          { organizationId: caller.organizationId, byService: false },
          { organizationId: quote.quotingOrganizationId },
        ),
      },
    );
    refuseIf(obstacle === undefined ? null : { reason: obstacle.reason, field: 'quoteId' });
    const standing = await readPolicyStanding(this.uses.db, policy);
    const { priced, taxesAndFees, withdrawn, bill, carriedOver } = await previewRewrite(
      this.uses.db,
      policy,
      standing,
      { cancelledOn: effectiveDate, digits: minorDigits(settings.currency), now },
    );
    const newTaxes = (quote.quoteDetails?.premium.taxesAndFees ?? []).map(({ amount }) => exactText(amount));
    const { statement } = accountOf(bill);
    const stops = await stopsOfBinding(this.uses.db, this.uses, quote, now);
    return {
      policyId,
      quoteId,
      effectiveDate,
      statement,
      returnedPremium: Number(priced.returns.returned),
      returnedTaxesAndFees: Number(Cents.of(taxesAndFees).negated().toText()),
      withdrawnInstalments: Number(withdrawn),
      carriedOver: Number(carriedOver),
      releasesRenewal: policy.renewalQuoteId !== null || policy.renewalWaits !== null,
      newPremium: Number(quote.premium),
      newTaxesAndFees: Number(sumOfAmounts(newTaxes)),
      holds: stops.map(effectOf),
      balance: Number(sumOfAmounts([bill.balance, carriedOver])),
    };
  }

  async #policy(
    { organizationId }: Caller,
    policyId: string,
  ): Promise<{ policy: Policy; settings: PolicySettings; now: BusinessTime }> {
    const policy = await policyVisibleTo(this.uses.db, organizationId, policyId);
    if (policy === undefined) throw new NotFound('policy', policyId);
    const now = await businessTimeOf(this.uses.db, this.uses, policy);
    return { policy, settings: await this.#settings(policy.productVersionId), now };
  }

  /** What a seller may do with the policy; undefined for its insurer. */
  #authority(
    { organizationId }: Caller,
    { productId, issuingOrganizationId: issuerId }: Policy,
    now: BusinessTime,
  ) {
    const { catalog } = this.uses;
    const sources = { catalog, licenseOf: catalog.licenseOf };
    return licensedAuthority(sources, { organizationId, productId, issuerId, now });
  }

  async #settings(versionId: string): Promise<PolicySettings> {
    const version = await this.uses.catalog.version(versionId);
    if (version === null) throw new NotFound('product version', versionId);
    return policySettingsOf(version.definition);
  }
}

interface AskedCancellation {
  effectiveDate: string;
  cancellationReasonConfigId?: string | undefined;
}

function earliestDateOf(
  { organizationId }: Caller,
  { effectiveDate, issuingOrganizationId }: Policy,
  {
    standing,
    settings: { cancellation },
    reasonConfigId,
    now: { today },
  }: {
    standing: PolicyStanding;
    settings: PolicySettings;
    reasonConfigId: string | undefined;
    now: BusinessTime;
  },
): string {
  const reason = cancellation.reasons.find(({ configId }) => configId === reasonConfigId);
  const ofSide = organizationId === issuingOrganizationId ? 'UNDERWRITING' : 'INSURED_REQUEST';
  const state = stateOf({ cancellation }, answersOn(standing.term, laterOf(today, effectiveDate)));
  const given = { ground: reason?.ground ?? ofSide, reason, state, today } as const;
  return laterOf(effectiveDate, earliestCancellation(cancellation, given));
}

function accountOf({ balance, premium, taxesAndFees, amount }: PreviewedBill) {
  const statement = {
    premium: Number(premium),
    taxesAndFees: Number(taxesAndFees),
    amount: Number(amount),
  };
  return { statement, balance: Number(balance) };
}

function refuseIf(objection: Objection | null): void {
  if (objection === null) return;
  const { reason, field } = objection;
  const place = field === 'policyId' ? 'path' : 'query';
  const errors = field === undefined ? [] : [{ field, in: place, detail: reason } as const];
  throw new Conflict(reason, { code: 'POLICY_STATE', errors });
}
