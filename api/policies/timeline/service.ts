import type { Database } from '../../../db/database.js';
import type { PolicyOnDay } from '../../../db/policies/policy-on-day.js';
import { readContractSource } from '../../../db/policies/read-contract.js';
import { readPolicy } from '../../../db/policies/read-policy.js';
import type { ProductCatalog } from '../../../db/products/catalog.js';
import { type ContractDifference, contractDifferences } from '../../../domain/forms/contract-differences.js';
import type { EveryField } from '../../../domain/ground/every-field.js';
import { Cents } from '../../../domain/money/cents.js';
import { minorDigits } from '../../../domain/money/currency.js';
import { type ContractSource, contractOn } from '../../../domain/policy/contract.js';
import type { PolicyChange } from '../../../domain/policy/policy-change.js';
import { policyContractOf } from '../../../domain/policy/policy-contract.js';
import { policySettingsOf } from '../../../domain/policy/policy-settings.js';
import { earnedOn } from '../../../domain/policy/proration.js';
import { historyOf, knownAt as knownBy, policyOn } from '../../../domain/policy/timeline.js';
import type { QuestionTypes } from '../../../domain/questions/question-types.js';
import { NotFound } from '../../errors/app-error.js';
import type { Caller } from '../../http/caller.js';
import { policyDay } from '../policy-day.js';
import { asMeta } from '../policy-object.js';
import type { PolicyTimeline } from './schemas.js';

export interface TimelineDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  now: () => Date;
}

/** Reads policies as of a day, as known at a time. */
export class PolicyTimelines {
  constructor(private readonly uses: TimelineDependencies) {}

  /**
   * A policy as of a day and as known at a time, by default today and now. 404 if the caller cannot see it.
   */
  async read(
    { organizationId }: Caller,
    policyId: string,
    asked: { effectiveOn?: string | undefined; knownAt?: string | undefined },
  ): Promise<PolicyTimeline> {
    const day = await policyDay(this.uses, { organizationId }, policyId, asked);
    const { effectiveOn, knownAt } = day;
    const read = await readPolicy(this.uses.db, { organizationId, policyId, day, sections: ['changes'] });
    if (read === undefined) throw new NotFound('policy', policyId);
    const changes = knownBy(read.changes, knownAt);
    const source = await readContractSource(this.uses.db, read.policy, changes);
    const version = await this.uses.catalog.version(read.policy.productVersionId);
    const types: QuestionTypes = version?.compiled.questionTypes ?? new Map();
    return {
      policyId,
      effectiveOn,
      knownAt: knownAt.toISOString(),
      policy:
        read.onDay && onDate(read.onDay, effectiveOn, policySettingsOf(version?.definition ?? {}).currency),
      changes: changes.map(({ seq, kind, effectiveDate, recordedAt, quoteId, ...change }, index) => ({
        sequence: seq,
        kind,
        effectiveDate,
        recordedTimestamp: recordedAt.toISOString(),
        premiumChange: Number(change.premiumChange),
        termPremium: Number(change.termPremium),
        quoteId,
        differences: differencesOf(changes.slice(0, index + 1), source, types),
        createdBy: change.createdBy ?? null,
        applies: effectiveDate <= effectiveOn,
      })),
    };
  }
}

/** Null if the policy had not begun. */
function onDate(
  { policy, history, contract, lines }: PolicyOnDay,
  effectiveOn: string,
  currency: string,
): EveryField<NonNullable<PolicyTimeline['policy']>> | null {
  const found = policyOn(history, effectiveOn);
  if (found === null) return null;
  const { term, inForce, termPremium, answers } = found;
  const earned = earnedOn(lines, effectiveOn).toAmount(minorDigits(currency));
  return {
    policyNumber: policy.policyNumber,
    termNumber: term.number,
    termEffectiveDate: term.effectiveDate,
    termExpirationDate: term.expirationDate,
    inForce,
    cancelledOn: term.cancellation?.cancelledOn ?? null,
    termPremium: Number(termPremium),
    premium: Number(policy.premium),
    earnedPremium: Number(earned),
    unearnedPremium: Number(Cents.of(policy.premium).minus(Cents.of(earned)).toText()),
    quoteId: term.quoteId,
    answers,
    policyContract: contract.contract ? policyContractOf(contract.contract) : {},
    policyMeta: asMeta(contract.meta),
  };
}

/** What the last of the changes has altered on its first day. */
function differencesOf(
  changes: readonly PolicyChange[],
  source: ContractSource,
  types: QuestionTypes,
): ContractDifference[] {
  const change = changes.at(-1);
  if (change === undefined || !['ENDORSE', 'TRUE_UP', 'RENEW'].includes(change.kind)) return [];
  const [before, after] = [historyOf(changes.slice(0, -1)), historyOf(changes)];
  if (before === null || after === null) return [];
  const on = change.effectiveDate;
  return contractDifferences(contractOn(before, on, source), contractOn(after, on, source), types);
}
