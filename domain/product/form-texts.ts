import type { DocumentForm } from '../forms/form.js';
import type { ChangeAt } from './text-change.js';

/** A document with another name, file name and texts of its layout. */
export function formTexts(form: DocumentForm, change: ChangeAt): DocumentForm {
  const { name, fileName, layout } = form;
  const template = (text: string) => change(text, name, true);
  return {
    ...form,
    name: change(name, name),
    fileName: template(fileName),
    layout: layoutTexts(layout, template),
  };
}

/** The `text` of each part, or of each of its pieces. Conditions, styles and names of lists are no texts. */
function layoutTexts<Part>(part: Part, change: (text: string) => string): Part {
  if (Array.isArray(part)) return part.map((one) => layoutTexts(one, change)) as Part;
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'when' || key === 'styles') return [key, value];
      return [key, key === 'text' && typeof value === 'string' ? change(value) : layoutTexts(value, change)];
    }),
  ) as Part;
}
