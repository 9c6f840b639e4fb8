import type { LayoutStyle, Looks, Width } from '../../domain/forms/blocks/looks.js';

/** The width available to a part, in points, and the default looks of the texts in it. */
export interface Surroundings {
  width: number;
  styles: Record<string, LayoutStyle>;
  fontSize: number;
  lineHeight: number;
}

/** The surroundings of the blocks within a part, with that part's looks. */
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

/** A part's named styles, the last one first. */
export function stylesOf({ style }: Pick<Looks, 'style'>, { styles }: Surroundings): LayoutStyle {
  return Object.assign({}, ...[style ?? []].flat().map((name) => styles[name])) as LayoutStyle;
}

/** Distributes a width, in points: columns without a width share what the others leave. */
export function shared(wanted: readonly Width[], width: number): number[] {
  const fixed = wanted.reduce<number>((all, one) => all + (typeof one === 'number' ? one : 0), 0);
  const sharing = wanted.filter((one) => typeof one !== 'number').length;
  const share = Math.max(1, (width - fixed) / Math.max(1, sharing));
  return wanted.map((one) => (typeof one === 'number' ? one : share));
}
