import { z } from 'zod';
import { condition } from '../../expression/written.js';
import { uuid } from '../../ground/primitives.js';
import { ratingPlan } from '../plan/plan.js';

/** A line that is rated by a plan of its own, as a part of a package. */
export const bundleComponent = z.strictObject({
  /** Short name, unique in the package: the component's values are read as `{"value": "property.premium"}`. */
  key: z.string().regex(/^[A-Za-z][\w-]*$/, 'must be a word'),
  /** The line of the product that asks what this component is rated on. */
  lineId: uuid,
  /** A key of the product's `ratingPlans`. */
  plan: z.string(),
  /** The component is in the package only where this holds for answers and the package's derived values. */
  when: condition.optional(),
  /** Where this component declines the package does, whatever `onComponentDeclined` says. */
  required: z.boolean().default(false),
});

/**
 * What is done with the components' premiums, in the plan language. `derive` comes before the components are
 * rated, as do rules with outcome `INELIGIBLE`; `policy` runs on the sum of the components' premiums, which are
 * those of the term; the rest follows as in a rating plan.
 */
export const packagePlan = ratingPlan.pick({
  derive: true,
  policy: true,
  rounding: true,
  allowZeroPremium: true,
  taxesAndFees: true,
  underwriting: true,
});

/** The settings of a `BUNDLE_RATING` action. */
export const bundleSettings = {
  components: z.array(bundleComponent).min(1),
  /** `DECLINE`: a component that declines declines the package. `EXCLUDE`: the package goes without it. */
  onComponentDeclined: z.enum(['DECLINE', 'EXCLUDE']).default('DECLINE'),
  /** With fewer components left the package declines. */
  minimumComponents: z.number().int().min(1).default(1),
  package: packagePlan.prefault({}),
};

const bundle = z.strictObject(bundleSettings);
export type BundleSettings = z.output<typeof bundle>;
export type BundleComponent = z.output<typeof bundleComponent>;
export type PackagePlan = z.output<typeof packagePlan>;
