import { type HoldingDates, segmentDates } from '../overlays/holding.js';
import type { ProductDefinition } from './definition.js';
import { stateQuestionOf } from './overlaid-product.js';

/** Between which days the same holds; null where there is no end. */
export interface Days {
  from: string | null;
  /** The first day that no longer belongs to them. */
  until: string | null;
}

/** Where and when the same of a product with overlays holds. */
export interface HeldStretch {
  stateQuestion: string;
  /** Null where it is not known. */
  state: string | null;
  effectiveDate: Days;
  today: Days;
}

/** Around what holds in a state; null for a product without overlays. */
export function heldStretch(
  definition: Pick<ProductDefinition, 'overlays' | 'policy'>,
  state: string | null,
  { effectiveDate, today }: HoldingDates,
): HeldStretch | null {
  const { overlays = [] } = definition;
  if (overlays.length === 0) return null;
  const dates = state === null ? [] : segmentDates(overlays, state);
  const around = (day: string): Days => ({
    from: dates.findLast((each) => each <= day) ?? null,
    until: dates.find((each) => each > day) ?? null,
  });
  const stateQuestion = stateQuestionOf(definition);
  return { stateQuestion, state, effectiveDate: around(effectiveDate), today: around(today) };
}
