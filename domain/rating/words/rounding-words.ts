import type { RoundingMode } from '../../expression/index.js';
import { unitWords } from './value-words.js';

const modeWords: { readonly [mode in RoundingMode]: string } = {
  HALF_UP: 'halves away from zero',
  HALF_EVEN: 'halves to the even digit',
  UP: 'away from zero',
  DOWN: 'towards zero',
  CEILING: 'up',
  FLOOR: 'down',
};

/** `rounded to the nearest 0.01, halves away from zero`; `rounded up to a multiple of 10`. */
export function roundingWords(digits: number, mode: string): string {
  const how = Object.hasOwn(modeWords, mode) ? modeWords[mode as RoundingMode] : mode;
  const unit = unitWords(digits);
  if (mode.startsWith('HALF_')) return `rounded to the nearest ${unit}, ${how}`;
  return `rounded ${how} to ${digits === 0 ? 'a whole number' : `a multiple of ${unit}`}`;
}
