import { z } from 'zod';
import { condition } from '../../expression/written.js';
import { uuid } from '../../ground/primitives.js';
import { ratingPlan } from '../plan/plan.js';

/** A line that is rated by its own plan, as a part of a package. */
export const bundleComponent = z.strictObject({
  key: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/, 'must be a word')
    .describe('Short name, unique in the package: its values are read as `{"value": "property.premium"}`.'),
  lineId: uuid.describe("The line of the product with the component's questions."),
  plan: z.string().describe("A key of the product's `ratingPlans`."),
  when: condition
    .optional()
    .describe(
      "A condition on answers and the package's derived values: the component is in the package only if it holds.",
    ),
  required: z
    .boolean()
    .default(false)
    .describe('A decline of this component declines the package, regardless of `onComponentDeclined`.'),
});

/**
 * The package's rating in the plan language. `derive` comes before the components are rated, as do rules with
 * outcome `INELIGIBLE`; `policy` runs on the sum of the components' premiums for the term; the rest follows
 * as in a rating plan.
 */
export const packagePlan = ratingPlan.pick({
  derive: true,
  policy: true,
  rounding: true,
  allowZeroPremium: true,
  allowNegativePremium: true,
  taxesAndFees: true,
  underwriting: true,
});

/** The settings of a `BUNDLE_RATING` action. */
export const bundleSettings = {
  components: z.array(bundleComponent).min(1).describe('The lines of the package, in order.'),
  onComponentDeclined: z
    .enum(['DECLINE', 'EXCLUDE'])
    .default('DECLINE')
    .describe(
      '`DECLINE`: a declined component declines the package. `EXCLUDE`: the package continues without it.',
    ),
  minimumComponents: z
    .number()
    .int()
    .min(1)
    .default(1)
    .describe('The package declines if fewer components are left.'),
  package: packagePlan.prefault({}).describe("The package's own steps, taxes and rules."),
};

const bundle = z.strictObject(bundleSettings);
export type BundleSettings = z.output<typeof bundle>;
export type BundleComponent = z.output<typeof bundleComponent>;
export type PackagePlan = z.output<typeof packagePlan>;
