import type { ProductCatalog } from '../../db/products/catalog.js';
import { ratingActions } from '../../domain/cases/rate-action.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { takenAnswers } from '../../domain/rating/plan/taken-answers.js';
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
  const { titles, taken } = valuesOf(definition);
  // A package reads the values of its components by their key.
  const found = (values: ReadonlyMap<string, string>, value: string) =>
    values.get(value) ?? values.get(value.slice(value.indexOf('.') + 1));
  // Lists tell no answers, and need no keys.
  let keys: ReferralWords['keyOf'] | undefined;
  return {
    questions: wording?.questionTypes ?? compiled.questionTypes,
    currency: policySettingsOf(definition).currency,
    titleOf: (value) => {
      const title = found(titles, value);
      return title === undefined ? undefined : (wording?.text(title) ?? title);
    },
    takenFrom: (value) => found(taken, value),
    keyOf: (line, key) => {
      keys ??= lookupKeys(definition);
      return keys(line, key);
    },
  };
}

// Entries live as long as the version is in memory.
const known = new WeakMap<ProductDefinition, ValuesOfPlans>();

/** By the name of a derived value: its title, and the question whose answers it is taken from. */
interface ValuesOfPlans {
  titles: ReadonlyMap<string, string>;
  taken: ReadonlyMap<string, string>;
}

function valuesOf(definition: ProductDefinition): ValuesOfPlans {
  const before = known.get(definition);
  if (before) return before;
  const packages = ratingActions(definition).flatMap((action) =>
    action.type === 'BUNDLE_RATING' ? [action.package] : [],
  );
  const plans = [...Object.values(definition.ratingPlans), ...packages];
  const values = {
    titles: new Map(plans.flatMap((plan) => [...valueTitles(plan)])),
    taken: new Map(plans.flatMap((plan) => [...takenAnswers(plan)])),
  };
  known.set(definition, values);
  return values;
}
