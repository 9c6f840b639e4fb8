import { Exact } from '../../rating/reference/exact.js';

/*
 * The demo products' rate manuals, worked out by hand: no plan, no steps and no engine, only the figures as an
 * actuary would put them on paper, in exact fractions.
 */

export type Figure = Exact | number | string;

export const exact = (figure: Figure): Exact =>
  figure instanceof Exact ? figure : Exact.ofText(String(figure));
export const product = (...factors: Figure[]): Exact =>
  factors.reduce<Exact>((all, factor) => all.times(exact(factor)), exact(1));
export const sum = (parts: readonly Figure[]): Exact =>
  parts.reduce<Exact>((all, part) => all.plus(exact(part)), exact(0));
export const dollars = (amount: Exact): Exact => amount.rounded(0, 'HALF_UP');
export const cents = (amount: Exact): Exact => amount.rounded(2, 'HALF_UP');
export const isOver = (amount: Figure, bound: Figure): boolean => exact(amount).order(exact(bound)) > 0;
export const isUnder = (amount: Figure, bound: Figure): boolean => exact(amount).order(exact(bound)) < 0;
export const atMost = (amount: Figure, most: Figure): Exact => exact(isOver(amount, most) ? most : amount);
export const atLeast = (amount: Figure, least: Figure): Exact =>
  exact(isUnder(amount, least) ? least : amount);

/** Whole years and months from one date to another that is not earlier. */
export function monthsFrom(date: string, to: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  return (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0);
}
export const yearsFrom = (date: string, to: string): number => Math.floor(monthsFrom(date, to) / 12);
