import type { LayoutStyle } from './blocks/looks.js';

/** The default looks of every form. */
export const baseStyle = { fontSize: 9, color: '#222B36', lineHeight: 1.2 } as const;

/** Styles of every layout; a layout's own style of the same name takes precedence. */
export const houseStyles: Record<string, LayoutStyle> = {
  title: { fontSize: 20, bold: true, color: '#14304F', lineHeight: 1.05 },
  subtitle: { fontSize: 11, color: '#5A6672' },
  heading: { fontSize: 11.5, bold: true, color: '#14304F', margin: [0, 14, 0, 5] },
  label: { fontSize: 7.5, color: '#5A6672', characterSpacing: 0.2 },
  value: { fontSize: 9.5 },
  strong: { bold: true },
  head: { fontSize: 8, bold: true, color: '#14304F' },
  total: { bold: true, color: '#14304F' },
  muted: { color: '#5A6672' },
  small: { fontSize: 7.5, color: '#5A6672', lineHeight: 1.25 },
  running: { fontSize: 7.5, color: '#5A6672' },
  right: { alignment: 'right' },
};
