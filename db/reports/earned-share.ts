/**
 * SQL of the earned part of a line of the journal by the end of the report's day, or of another one, exact like `earnedOn` in the domain. With
 * 200 decimals a sum of them is exact enough to be rounded to money: the shares of terms of a year have no common
 * denominator above 10^160.
 */
export const earnedShare = (amount: string, { decimals = 200, line = 'j', end = ':end' } = {}) => `
        case
          when ${amount} = 0 or ${line}.earned_from > cast(${end} as date) then 0
          when ${line}.earned_until <= cast(${end} as date) then ${amount}
          else round(${amount} * (cast(${end} as date) - ${line}.earned_from), ${decimals})
            / (${line}.earned_until - ${line}.earned_from)
        end`;

/**
 * An exact sum rounded to the decimals of its currency, halves away from zero. Cutting off ten decimals first restores halves
 * that a quotient falls short of. `digits` is SQL, a column of `versions`.
 */
export const asMoney = (sum: string, { decimals = 200, digits = 'digits' } = {}) =>
  `round(round(${sum}, ${decimals - 10}), ${digits})`;

/** SQL of the exposure of a line until a day, exact like {@link earnedShare}; null for a line of money. */
export const exposureShare = ({ decimals, until }: { decimals: number; until: string }) =>
  `round(j.exposure_change * greatest(${until} - j.earned_from, 0), ${decimals}) / j.exposure_days`;
