import type { LayoutStyle, Looks } from '../../domain/forms/blocks/looks.js';

/** The attributes of an element: its classes, and its looks as CSS, followed by the CSS of its block. */
export function attributes(looks: Looks, more = '', className = ''): string {
  const names = typeof looks.style === 'string' ? [looks.style] : (looks.style ?? []);
  const classes = [className, ...names.map(classOf)].filter(Boolean).join(' ');
  const css = [cssOf(looks), more].filter(Boolean).join(';');
  return `${classes && ` class="${classes}"`}${css && ` style="${css}"`}`;
}

/** The layout's schema has checked the values: numbers, colors and listed words. */
export function cssOf(looks: Partial<LayoutStyle>): string {
  const { fontSize, bold, italics, color, background, decoration, alignment, lineHeight, margin } = looks;
  return [
    fontSize === undefined ? '' : `font-size:${fontSize + 1}pt`,
    bold === undefined ? '' : `font-weight:${bold ? 700 : 400}`,
    italics === undefined ? '' : `font-style:${italics ? 'italic' : 'normal'}`,
    color === undefined ? '' : `color:${color}`,
    background === undefined ? '' : `background:${background}`,
    decoration === undefined
      ? ''
      : `text-decoration:${decoration === 'underline' ? decoration : 'line-through'}`,
    alignment === undefined ? '' : `text-align:${alignment}`,
    lineHeight === undefined ? '' : `line-height:${lineHeight}`,
    margin === undefined ? '' : `margin:${marginOf(margin)}`,
  ]
    .filter(Boolean)
    .join(';');
}

function marginOf(margin: NonNullable<LayoutStyle['margin']>): string {
  if (typeof margin === 'number') return `${margin}pt`;
  const [left, top, right = left, bottom = top] = margin;
  return `${top}pt ${right}pt ${bottom}pt ${left}pt`;
}

/** The class of a style. The author chose the name; a class has letters, digits and dashes only. */
export function classOf(name: string): string {
  return `s-${name.replace(/[^A-Za-z0-9-]/g, '-')}`;
}

/** A text as HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
