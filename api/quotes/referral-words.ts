import type { ProductCatalog } from '../../db/products/catalog.js';
import { ratingActions } from '../../domain/cases/rate-action.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { valueTitles } from '../../domain/rating/plan/value-titles.js';
import { lookupKeys } from '../../domain/reasons/lookup-keys.js';
import type { ReferralWords } from '../../domain/reasons/referral-reasons.js';
import type { AnswerLanguages } from '../http/answer-languages.js';

/** The words of a version for the reasons of its quotes, in the reader's language; undefined if the version is unknown. */
export async function referralWords(
  catalog: Pick<ProductCatalog, 'version'>,
  productVersionId: string,
  languages?: AnswerLanguages,
): Promise<ReferralWords | undefined> {
  const version = await catalog.version(productVersionId);
  if (version === null) return undefined;
  const { definition, compiled } = version;
  const wording = languages?.of(definition);
  const titles = titlesOf(definition);
  // Lists tell no answers, and need no keys.
  let keys: ReferralWords['keyOf'] | undefined;
  return {
    questions: wording?.questionTypes ?? compiled.questionTypes,
    currency: policySettingsOf(definition).currency,
    titleOf: (value) => {
      // A package reads the values of its components by their key.
      const title = titles.get(value) ?? titles.get(value.slice(value.indexOf('.') + 1));
      return title === undefined ? undefined : (wording?.text(title) ?? title);
    },
    keyOf: (line, key) => {
      keys ??= lookupKeys(definition);
      return keys(line, key);
    },
  };
}

// Entries live as long as the version is in memory.
const known = new WeakMap<ProductDefinition, ReadonlyMap<string, string>>();

function titlesOf(definition: ProductDefinition): ReadonlyMap<string, string> {
  const before = known.get(definition);
  if (before) return before;
  const packages = ratingActions(definition).flatMap((action) =>
    action.type === 'BUNDLE_RATING' ? [action.package] : [],
  );
  const titles = new Map(
    [...Object.values(definition.ratingPlans), ...packages].flatMap((plan) => [...valueTitles(plan)]),
  );
  known.set(definition, titles);
  return titles;
}
