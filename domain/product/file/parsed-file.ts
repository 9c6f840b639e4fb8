import { type Document, isNode, LineCounter, type Node, parseDocument } from 'yaml';
import { mostAliases, offsetOf, type Path, type Place } from '../../ground/located-yaml.js';
import { contentProblem, syntaxProblem, type YamlProblem } from '../../ground/yaml-problem.js';

/** A place in a product file, or in a file that it includes, which is named then. */
export interface FilePlace extends Place {
  file?: string;
}

/** The text of a product file, parsed. */
export interface ParsedProductFile {
  text: string;
  document: Document;
  /** Undefined for broken syntax, which `readProductFile` reports. */
  content: unknown;
  /** Why there is no content, the syntax too. */
  failure: YamlProblem | null;
  /** What is wrong with the included files and their places. */
  includeFaults: readonly { message: string; place: FilePlace }[];
  /** The place of an offset in this text. */
  placeAt(offset: number): Place;
  /** The place of a part of the content, or of the deepest part of its path that is written. */
  placeOf(part: { path: Path; atKey?: true | undefined }): FilePlace;
}

/** Parses the text of a product file, for the files that it names and for `readProductFile`. */
export function parseProductFile(text: string): ParsedProductFile {
  const lines = new LineCounter();
  // The YAML parser also reads JSON: it finds repeated keys and the places of values in both.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    logLevel: 'error',
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const placeOf: ParsedProductFile['placeOf'] = (part) => placeAt(offsetOf(document, part));
  return { text, document, placeAt, placeOf, includeFaults: [], ...contentOf(document, text) };
}

/** A document as plain values, or why it has none. */
export function contentOf(document: Document, text: string): Pick<ParsedProductFile, 'content' | 'failure'> {
  const malformed = syntaxProblem(document, text);
  if (malformed) return { content: undefined, failure: malformed };
  try {
    return { content: document.toJS({ maxAliasCount: mostAliases }), failure: null };
  } catch (error) {
    return { content: undefined, failure: contentProblem(document, error as Error) };
  }
}

/** The file of the deepest part of a path that comes from an included one; undefined for the product file itself. */
export function originOf(
  document: Document,
  path: Path,
  origins: ReadonlyMap<Node, string>,
): string | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    const file = isNode(node) ? origins.get(node) : undefined;
    if (file !== undefined) return file;
  }
  return undefined;
}
