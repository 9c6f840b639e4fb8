import { parseTemplate, TemplateError } from '../forms/values/template.js';
import { answerTexts, documentTexts } from '../languages/service-texts.js';
import { segmentsOf } from '../overlays/holding.js';
import { OverlaidParts } from '../overlays/resolve.js';
import type { ProductDefinition } from './definition.js';
import { isTranslated, mapTexts } from './map-texts.js';
import { printedCodes } from './printed-codes.js';
import type { ProductText } from './text-change.js';

/** A text with all its places, and the parts of the product that they are in. */
export interface KnownText {
  text: string;
  isTemplate: boolean;
  /** An empty one is that of titles. */
  places: string[];
  paths: ProductText['path'][];
}

/**
 * Every text of a product that people read in its languages, in reading order: its own, and what the service writes between
 * them. A text without letters, such as `$1,000`, is the same in every language. Those of overlays are among them.
 */
export function productTexts(definition: ProductDefinition): KnownText[] {
  const known = new Map<string, KnownText>();
  for (const { text, place, path, isTemplate } of saidAnywhere(definition)) {
    if (!hasWords(text, isTemplate)) continue;
    const one = known.get(text) ?? { text, isTemplate: false, places: [], paths: [] };
    known.set(text, one);
    one.isTemplate ||= isTemplate;
    if (!one.places.includes(place)) one.places.push(place);
    if (!one.paths.some((other) => other.join('\n') === path.join('\n'))) one.paths.push(path);
  }
  return [...known.values()];
}

/** With overlays: a text that they write is at its part, or at the change that wrote the part. */
function saidAnywhere(definition: ProductDefinition): ProductText[] {
  const { overlays = [] } = definition;
  const own = said(definition);
  if (overlays.length === 0) return own;
  const parts = new OverlaidParts(definition);
  const known = new Set(own.map(({ text }) => text));
  const ofOverlays = segmentsOf(overlays).flatMap(({ overlays: held }) => {
    const resolved = parts.with(held);
    const isNew = (each: ProductText) => !known.has(each.text) || resolved.placeOf(each.path).ofOverlay;
    return resolved.issues.length > 0
      ? []
      : said(resolved.parts)
          .filter(isNew)
          .map((each) => ({ ...each, path: resolved.placeOf(each.path).path }));
  });
  return [...own, ...ofOverlays];
}

function said(definition: ProductDefinition): ProductText[] {
  const texts: ProductText[] = [];
  mapTexts(definition, (text) => {
    texts.push(text);
    return text.text;
  });
  const answers = Object.entries(answerTexts).map(
    ([code, text]): ProductText => ({ text, place: code, path: ['product'], isTemplate: true }),
  );
  const codes = texts.flatMap(({ text, path, place, isTemplate }) =>
    isTemplate
      ? printedCodes(text, definition).map((word) => ({ text: word, place, path, isTemplate: false }))
      : [],
  );
  const printsDocuments = definition.forms?.some((form) => isTranslated(form, definition)) ?? false;
  const between = printsDocuments
    ? documentTexts.map((text) => ({ text, place: 'documents', path: ['forms'], isTemplate: false }))
    : [];
  return [...texts, ...codes, ...answers, ...between];
}

function hasWords(text: string, isTemplate: boolean): boolean {
  return (isTemplate ? literalsOf(text) : [text]).some((literal) => /\p{L}/u.test(literal));
}

/** What a template says besides its values. */
function literalsOf(template: string): string[] {
  try {
    return parseTemplate(template).flatMap((part) =>
      'text' in part
        ? [part.text]
        : part.formats.map(({ name, argument }) => (name === 'or' ? (argument ?? '') : '')),
    );
  } catch (error) {
    if (error instanceof TemplateError) return [template];
    throw error;
  }
}

/** The values of a template, by their paths; empty for a text that is none. */
export function valuesOf(template: string): Set<string> {
  try {
    return new Set(parseTemplate(template).flatMap((part) => ('text' in part ? [] : [part.path])));
  } catch (error) {
    if (error instanceof TemplateError) return new Set();
    throw error;
  }
}
