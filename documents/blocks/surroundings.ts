import type { LayoutStyle, Looks, Width } from '../../domain/forms/blocks/looks.js';

/** How wide a part may be, in points, and how texts in it look unless they say otherwise. */
export interface Surroundings {
  width: number;
  styles: Record<string, LayoutStyle>;
  fontSize: number;
  lineHeight: number;
}

/** The surroundings of what is within a part, which has looks of its own. */
export function within(
  part: Pick<Looks, 'style' | 'fontSize' | 'lineHeight'>,
  around: Surroundings,
): Surroundings {
  const styled = stylesOf(part, around);
  return {
    ...around,
    fontSize: part.fontSize ?? styled.fontSize ?? around.fontSize,
    lineHeight: part.lineHeight ?? styled.lineHeight ?? around.lineHeight,
  };
}

/** A part's named styles, the later before the earlier. */
export function stylesOf({ style }: Pick<Looks, 'style'>, { styles }: Surroundings): LayoutStyle {
  return Object.assign({}, ...[style ?? []].flat().map((name) => styles[name])) as LayoutStyle;
}

/** Shares a width, in points: those without a width of their own share what the others leave. */
export function shared(wanted: readonly Width[], width: number): number[] {
  const fixed = wanted.reduce<number>((all, one) => all + (typeof one === 'number' ? one : 0), 0);
  const sharing = wanted.filter((one) => typeof one !== 'number').length;
  const share = Math.max(1, (width - fixed) / Math.max(1, sharing));
  return wanted.map((one) => (typeof one === 'number' ? one : share));
}
