/** The letters of a column, counted from 0. */
export function columnLetter(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${columnLetter(Math.floor(column / 26) - 1)}${last}`;
}
