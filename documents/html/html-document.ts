import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { baseStyle } from '../../domain/forms/styles.js';
import { rendererOf } from '../blocks/index.js';
import { classOf, cssOf, escaped } from '../blocks/markup.js';

/**
 * A document as one self-contained HTML page: no script, no file, no request. Every text is escaped. Page
 * numbers are left out.
 */
export function htmlDocument(document: ResolvedDocument): string {
  const { title, language, styles, header, footer, content } = document;
  const rules = Object.entries(styles).map(([name, style]) => `.${classOf(name)}{${cssOf(style)}}`);
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
  'a{color:inherit;text-decoration:none}a:hover{text-decoration:underline}',
  'ul,ol{margin:0;padding-left:18px}hr{border:0;border-top:1px solid;margin:0}img{max-width:100%}',
  '@media print{body{background:#fff}main{margin:0;padding:0}}',
].join('');

function htmlNode(node: ResolvedNode): string {
  return rendererOf(node.kind).html(node, htmlNode);
}
