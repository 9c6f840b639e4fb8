import type { FormConfiguration } from '../forms/form.js';
import type { LintIssue } from '../ground/lint-issue.js';
import type { ProductMail } from '../mail/product-mail.js';
import type { Line } from '../questions/line.js';
import type { RatingPlan } from '../rating/plan/plan.js';
import type { RatingTable } from '../rating/tables/table.js';
import type { Overlay } from './overlay.js';

export type Path = LintIssue['path'];

/** The parts of a product that overlays may change. */
export interface PatchedParts {
  product: Line;
  tables: Record<string, RatingTable>;
  ratingPlans: Record<string, RatingPlan>;
  forms?: FormConfiguration[] | undefined;
  mail?: ProductMail | undefined;
  overlays?: Overlay[] | undefined;
}

/** One change of one place of the product as it is without overlays. */
export interface Edit {
  path: Path;
  /** `SET` replaces the place or gives it a value; the others need it to be an item of a list, or a field. */
  verb: 'SET' | 'REMOVE' | 'BEFORE' | 'AFTER';
  /** The new value, or the new items. */
  value?: unknown;
}
