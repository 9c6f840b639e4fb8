import type { LayoutStyle, TableLook, Width } from './layout.js';
import type { Looks, ResolvedDocument, ResolvedNode, ResolvedRow, ResolvedRun } from './resolved.js';
import { baseStyle } from './styles.js';
import { svgOf } from './svg.js';

/**
 * A document as one HTML page that needs nothing else: no script, no file, no request. Every text is escaped.
 * Page numbers mean nothing here and are left out.
 */
export function htmlDocument(document: ResolvedDocument): string {
  const { title, language, styles, header, footer, content } = document;
  const rules = Object.entries(styles).map(([name, style]) => `.s-${classOf(name)}{${cssOf(style)}}`);
  return [
    '<!doctype html>',
    `<html lang="${escaped(language)}">`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
    `<title>${escaped(title)}</title>`,
    `<style>${pageRules}${rules.join('')}</style></head>`,
    '<body><main>',
    ...(header === null ? [] : [`<header>${htmlNode(header)}</header>`]),
    ...content.map(htmlNode),
    ...(footer === null ? [] : [`<footer>${htmlNode(footer)}</footer>`]),
    '</main></body></html>',
    '',
  ].join('\n');
}

const pageRules = [
  `body{margin:0;background:#EEF2F6;color:${baseStyle.color};font:${baseStyle.fontSize + 1.5}pt/1.4 Roboto,"Noto Sans","Noto Sans SC",Helvetica,Arial,sans-serif}`,
  'main{max-width:720px;margin:24px auto;padding:48px;background:#fff}',
  'p{margin:0;white-space:pre-line;overflow-wrap:anywhere}',
  'header,footer{margin:0 0 16px}footer{margin:24px 0 0}',
  'table{border-collapse:collapse;width:100%}td,th{padding:3px 6px;vertical-align:top;text-align:left;font-weight:inherit}',
  '.t-lines td,.t-lines th,.t-bands td,.t-bands th{border-bottom:1px solid #C9D1DA}',
  '.t-grid td,.t-grid th{border:1px solid #C9D1DA}',
  '.t-bands tbody tr:nth-child(even){background:#F5F7FA}',
  'thead tr{background:#EEF2F6}.t-plain thead tr{background:none}',
  '.columns{display:flex;flex-wrap:wrap}.columns>*{flex:1 1 0;min-width:0}',
  'ul,ol{margin:0;padding-left:18px}hr{border:0;border-top:1px solid;margin:0}img{max-width:100%}',
  '@media print{body{background:#fff}main{margin:0;padding:0}}',
].join('');

function htmlNode(node: ResolvedNode): string {
  switch (node.kind) {
    case 'text':
      // What counts pages says nothing on a page that has no end.
      if (node.runs.some((run) => 'pageNumber' in run)) return '';
      return `<p${attributes(node)}>${node.runs.map(htmlRun).join('')}</p>`;
    case 'stack':
      return `<div${attributes(node)}>${node.items.map(htmlNode).join('')}</div>`;
    case 'columns':
      return `<div${attributes(node, `gap:${node.gap}pt`, 'columns')}>${node.items.map(htmlColumn).join('')}</div>`;
    case 'list': {
      const tag = node.ordered ? 'ol' : 'ul';
      return `<${tag}${attributes(node)}>${node.items.map((item) => `<li>${htmlNode(item)}</li>`).join('')}</${tag}>`;
    }
    case 'table':
      return htmlTable(node);
    case 'image': {
      const size = `${node.imageWidth ? `width:${node.imageWidth}pt;` : ''}${node.imageHeight ? `height:${node.imageHeight}pt` : ''}`;
      return `<div${attributes(node)}><img alt="" style="${size}" src="${escaped(node.image)}"></div>`;
    }
    case 'shapes':
      return `<div${attributes(node)}>${svgOf(node.shapes)}</div>`;
    case 'rule':
      return `<div${attributes(node)}><hr style="border-color:${node.rule}"></div>`;
    case 'space':
      return `<div style="height:${node.space}pt"></div>`;
  }
}

function htmlColumn(node: ResolvedNode): string {
  const { width } = node;
  if (width === undefined || width === '*') return htmlNode(node);
  const basis = width === 'auto' ? '0 0 auto' : `0 0 ${width}pt`;
  return `<div style="flex:${basis}">${htmlNode(node)}</div>`;
}

function htmlTable(node: ResolvedNode & { kind: 'table' }): string {
  const heads = node.rows.slice(0, node.headerRows).map((row) => htmlRow(row, 'th'));
  const rows = node.rows.slice(node.headerRows).map((row) => htmlRow(row, 'td'));
  const columns = node.widths.map((width) => `<col style="${columnWidth(width)}">`).join('');
  const look: Record<TableLook, string> = {
    lines: 't-lines',
    grid: 't-grid',
    plain: 't-plain',
    bands: 't-bands',
  };
  return [
    `<table${attributes(node, '', look[node.look])}><colgroup>${columns}</colgroup>`,
    heads.length > 0 ? `<thead>${heads.join('')}</thead>` : '',
    `<tbody>${rows.join('')}</tbody></table>`,
  ].join('');
}

function htmlRow({ cells, style, background }: ResolvedRow, tag: 'td' | 'th'): string {
  const filled = cells.map((cell) => {
    const span = cell.colSpan !== undefined && cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : '';
    return `<${tag}${span}>${htmlNode(cell)}</${tag}>`;
  });
  const named = style === undefined ? '' : ` class="s-${classOf(style)}"`;
  const tinted = background === undefined ? '' : ` style="background:${background}"`;
  return `<tr${named}${tinted}>${filled.join('')}</tr>`;
}

function columnWidth(width: Width): string {
  if (width === 'auto') return 'width:1%;white-space:nowrap';
  return width === '*' ? '' : `width:${width}pt`;
}

function htmlRun(run: ResolvedRun): string {
  if (!('text' in run)) return '';
  const looks = attributes(run);
  return looks === '' ? escaped(run.text) : `<span${looks}>${escaped(run.text)}</span>`;
}

function attributes(looks: Looks, more = '', className = ''): string {
  const names = typeof looks.style === 'string' ? [looks.style] : (looks.style ?? []);
  const classes = [className, ...names.map((name) => `s-${classOf(name)}`)].filter(Boolean).join(' ');
  const css = [cssOf(looks), more].filter(Boolean).join(';');
  return `${classes && ` class="${classes}"`}${css && ` style="${css}"`}`;
}

/** Values were checked by the layout's schema: numbers, colors and words of a list. */
function cssOf(looks: Partial<LayoutStyle>): string {
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

/** A style's name is the author's; a class has letters, digits and dashes only. */
function classOf(name: string): string {
  return name.replace(/[^A-Za-z0-9-]/g, '-');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
