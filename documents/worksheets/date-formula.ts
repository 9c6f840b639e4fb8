/** Whole months from one date to another, negative if the second is earlier, as `domain/expression/dates.ts` counts them. */
export function monthsText(from: string, to: string): string {
  const months = (a: string, b: string) =>
    `((YEAR(${b})-YEAR(${a}))*12+MONTH(${b})-MONTH(${a})-IF(DAY(${b})<DAY(${a}),1,0))`;
  return `IF(${to}<${from},-${months(to, from)},${months(from, to)})`;
}
