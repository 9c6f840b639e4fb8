import type { RatingResult } from '../run/result.js';

/** One component of a package, as its own plan rated it. */
export interface ComponentRating {
  key: string;
  /** The line that asks about it, and its title. */
  lineId: string;
  title: string;
  /** `DECLINED`: it declined, and the package with it. `EXCLUDED`: it declined, and the package goes without it. */
  state: 'INCLUDED' | 'EXCLUDED' | 'DECLINED';
  /** By the component's own plan: before anything that the package does to premiums. */
  rating: RatingResult;
  /** Its part of the package's premium, where both are quoted; decimal text. These add up to that premium. */
  packagePremium: string | null;
}

/** The rating of a package. Components that do not apply are not there. */
export type BundleRating = RatingResult & { components: ComponentRating[] };
