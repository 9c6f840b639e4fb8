import type { RatingResult } from '../run/result.js';

/** One component of a package, as its own plan rated it. */
export interface ComponentRating {
  key: string;
  /** The line with its questions, and its title. */
  lineId: string;
  title: string;
  /**
   * `DECLINED`: it declined, and so did the package. `EXCLUDED`: it declined, and the package continues
   * without it.
   */
  state: 'INCLUDED' | 'EXCLUDED' | 'DECLINED';
  /** By the component's own plan, before the package's changes to premiums. */
  rating: RatingResult;
  /**
   * Its part of the package's premium, if both are quoted; decimal text. The parts add up to that premium.
   */
  packagePremium: string | null;
}

/** The rating of a package, without the components that do not apply. */
export type BundleRating = RatingResult & { components: ComponentRating[] };
