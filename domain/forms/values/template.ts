/** A piece of a template: literal text, or a value with its formats. */
export type TemplatePart = { text: string } | { path: string; formats: TemplateFormat[] };

export interface TemplateFormat {
  name: string;
  argument: string | null;
}

/** A template that cannot be read. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}

const binding = /\{\{((?:(?!\}\}|\{\{).)*)\}\}/gs;
const format = /^([a-zA-Z]\w*)\s*(?::\s*(.*))?$/s;

/** Splits `Premium {{quote.premium | money}}` into its parts. Throws a `TemplateError` if it is malformed. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of template.matchAll(binding)) {
    addText(parts, template.slice(end, match.index));
    parts.push(parseBinding(match[1] ?? ''));
    end = match.index + match[0].length;
  }
  addText(parts, template.slice(end));
  return parts;
}

function addText(parts: TemplatePart[], text: string): void {
  if (text === '') return;
  if (text.includes('{{') || text.includes('}}')) {
    throw new TemplateError('has a value that is not between {{ and }}');
  }
  parts.push({ text });
}

function parseBinding(content: string): TemplatePart {
  const [path = '', ...formats] = content.split('|').map((part) => part.trim());
  if (path === '') throw new TemplateError('names no value between {{ and }}');
  return { path, formats: formats.map(parseFormat) };
}

function parseFormat(text: string): TemplateFormat {
  const [, name, argument] = format.exec(text) ?? [];
  if (name === undefined) throw new TemplateError(`"${text}" is no format`);
  return { name, argument: argument ?? null };
}
