import { Decimal } from '../../expression/index.js';
import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import { tooManyDecimals } from '../../money/amount-text.js';
import { minorDigits, unknownCurrency } from '../../money/currency.js';
import { type PolicySettings, policySettingsOf } from '../../policy/policy-settings.js';
import type { ProductDefinition } from '../definition.js';
import { placedActions } from '../placed-actions.js';

type Path = (string | number)[];

/**
 * Checks the product's currency, and that no amount of its settings and no rounding of its premium has more decimals than
 * that. Lint errors rather than schema errors: versions deployed before these checks must remain readable.
 */
export function lintCurrency(definition: ProductDefinition): LintIssue[] {
  const settings = policySettingsOf(definition);
  const { currency } = settings;
  const path: Path = ['policy', 'currency'];
  const unknown = unknownCurrency(currency);
  if (unknown !== undefined) return [lintError(path, unknown)];
  return [
    ...amountsOf(settings).flatMap(([at, amount]) => {
      const problem = amount === undefined ? undefined : tooManyDecimals(currency, Decimal.of(amount));
      return problem === undefined ? [] : [lintError(['policy', ...at], problem)];
    }),
    ...roundedBy(definition).flatMap(([at, digits]) =>
      digits <= minorDigits(currency)
        ? []
        : [lintError(at, `must be ${minorDigits(currency)} or less: the premium is in ${currency}`)],
    ),
  ];
}

function amountsOf({ paymentPlans, billing, cancellation }: PolicySettings): [Path, string | undefined][] {
  return [
    ...paymentPlans.map(({ instalmentFee }, index): [Path, string] => [
      ['paymentPlans', index, 'instalmentFee'],
      instalmentFee,
    ]),
    [['billing', 'nsfFee', 'amount'], billing?.nsfFee?.amount],
    [['billing', 'lateFee', 'amount'], billing?.lateFee?.amount],
    [['billing', 'shortfallTolerance'], billing?.shortfallTolerance],
    [['cancellation', 'minimumEarned', 'amount'], cancellation.minimumEarned?.amount],
  ];
}

function roundedBy(definition: ProductDefinition): [Path, number][] {
  const ofPlans = Object.entries(definition.ratingPlans).map(([key, { rounding }]): [Path, number] => [
    ['ratingPlans', key, 'rounding', 'digits'],
    rounding.digits,
  ]);
  const ofPackages = placedActions(definition).flatMap(({ action, path }): [Path, number][] =>
    action.type === 'BUNDLE_RATING'
      ? [[[...path, 'package', 'rounding', 'digits'], action.package.rounding.digits]]
      : [],
  );
  return [...ofPlans, ...ofPackages];
}
