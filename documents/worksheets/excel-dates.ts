import { isDate } from '../../domain/expression/index.js';

/** Programs disagree on the days before. */
const firstDay = '1900-03-01';
const dayMs = 86_400_000;

/** A date of the rating as the number that a spreadsheet has for it; null for another text, or an earlier date. */
export function dateNumber(text: string): number | null {
  if (text < firstDay || !isDate(text)) return null;
  return (Date.parse(text) - Date.UTC(1899, 11, 30)) / dayMs;
}

/** The same in a formula. */
export function dateText(text: string): string | null {
  if (dateNumber(text) === null) return null;
  const [year, month, day] = text.split('-').map(Number);
  return `DATE(${year},${month},${day})`;
}
