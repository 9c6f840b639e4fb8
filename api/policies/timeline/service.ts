import type { Database } from '../../../db/database.js';
import { readLines } from '../../../db/ledger/read-lines.js';
import type { Policy } from '../../../db/models/policy.js';
import { issuedMetaOf, readContractQuotes } from '../../../db/policies/read-contract.js';
import { readPolicyChanges } from '../../../db/policies/read-history.js';
import { policyVisibleTo } from '../../../db/policies/visible-policy.js';
import type { ProductCatalog } from '../../../db/products/catalog.js';
import { type ContractDifference, contractDifferences } from '../../../domain/forms/contract-differences.js';
import { utcDate } from '../../../domain/ground/calendar.js';
import { Cents } from '../../../domain/money/cents.js';
import { type ContractSource, contractOn } from '../../../domain/policy/contract.js';
import type { PolicyChange } from '../../../domain/policy/policy-change.js';
import { policyContractOf } from '../../../domain/policy/policy-contract.js';
import { earnedOn, totalOf } from '../../../domain/policy/proration.js';
import { historyOf, knownAt as knownBy, policyOn } from '../../../domain/policy/timeline.js';
import type { QuestionTypes } from '../../../domain/questions/question-types.js';
import { NotFound } from '../../errors/app-error.js';
import type { Caller } from '../../http/caller.js';
import type { PolicyTimeline } from './schemas.js';

export interface TimelineDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  now: () => Date;
}

/** Reads policies as of a day, as known at a time. */
export class PolicyTimelines {
  readonly #db: Database;
  readonly #catalog: TimelineDependencies['catalog'];
  readonly #now: () => Date;

  constructor({ db, catalog, now }: TimelineDependencies) {
    this.#db = db;
    this.#catalog = catalog;
    this.#now = now;
  }

  /**
   * A policy as of a day and as known at a time, by default today and now. 404 if the caller cannot see it.
   */
  async read(
    { organizationId }: Caller,
    policyId: string,
    asked: { effectiveOn?: string | undefined; knownAt?: string | undefined },
  ): Promise<PolicyTimeline> {
    const policy = await policyVisibleTo(this.#db, organizationId, policyId);
    if (policy === undefined) throw new NotFound('policy', policyId);
    const knownAt = asked.knownAt === undefined ? this.#now() : new Date(asked.knownAt);
    const effectiveOn = asked.effectiveOn ?? utcDate(this.#now());
    const [recorded, lines] = await Promise.all([
      readPolicyChanges(this.#db, policy),
      readLines(this.#db, policyId, { knownAt }),
    ]);
    const changes = knownBy(recorded, knownAt);
    const history = historyOf(changes);
    const found = policyOn(history, effectiveOn);
    const version = await this.#catalog.version(policy.productVersionId);
    const types: QuestionTypes = version?.compiled.questionTypes ?? new Map();
    const source = await contractSource(this.#db, policy, changes);
    const terms = history && found && contractOn(history, effectiveOn, source);
    const layers = lines.filter(({ termNumber }) => termNumber === found?.term.number);
    const premium = totalOf(layers).toAmount();
    const earned = earnedOn(layers, effectiveOn).toAmount();
    return {
      policyId,
      effectiveOn,
      knownAt: knownAt.toISOString(),
      policy: found && {
        policyNumber: history?.policyNumber ?? policy.policyNumber,
        termNumber: found.term.number,
        termEffectiveDate: found.term.effectiveDate,
        termExpirationDate: found.term.expirationDate,
        inForce: found.inForce,
        cancelledOn: found.term.cancellation?.cancelledOn ?? null,
        termPremium: Number(found.termPremium),
        premium: Number(premium),
        earnedPremium: Number(earned),
        unearnedPremium: Number(Cents.of(premium).minus(Cents.of(earned)).toAmount()),
        quoteId: found.term.quoteId,
        answers: found.answers,
        policyContract: terms?.contract ? policyContractOf(terms.contract) : {},
        policyMeta: terms?.meta ?? {},
      },
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

/** What the contracts after each of the changes are folded from. */
async function contractSource(
  db: Database,
  policy: Policy,
  changes: readonly PolicyChange[],
): Promise<ContractSource> {
  const quotes = await readContractQuotes(
    db,
    changes.flatMap(({ quoteId }) => quoteId ?? []),
  );
  return { quotes, issuedMeta: issuedMetaOf(policy) };
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
