import { type Document, isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { LintIssue } from './lint-issue.js';
import { contentProblem, syntaxProblem, type YamlProblem } from './yaml-problem.js';

/** A place in a file; both numbers count from 1. */
export interface Place {
  line: number;
  column: number;
}

export type Path = LintIssue['path'];

/** The content of a YAML (or JSON) file, and where its parts are. */
export interface LocatedYaml {
  content: unknown;
  /** What is wrong with the syntax; null if nothing is. */
  malformed: { message: string; place: Place } | null;
  /** The place of a value, or of the deepest part of its path that exists; of the value's key on request. */
  at(path: Path, atKey?: true): Place;
}

/** Far above what a file written by people needs; a file that multiplies itself is refused. */
export const mostAliases = 10_000;

/** Reads YAML with every scalar as the text that is written, so that a ZIP code keeps its leading zero. */
export function readLocatedTexts(text: string): LocatedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'failsafe',
    merge: true,
    logLevel: 'error',
  });
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const at: LocatedYaml['at'] = (path, atKey) => placeOf(offsetOf(document, { path, atKey }));
  const refuse = ({ message, offset }: YamlProblem): LocatedYaml => ({
    content: null,
    malformed: { message, place: placeOf(offset) },
    at,
  });
  const malformed = syntaxProblem(document, text);
  if (malformed) return refuse(malformed);
  try {
    return { content: document.toJS({ maxAliasCount: mostAliases }), malformed: null, at };
  } catch (failure) {
    return refuse(contentProblem(document, failure as Error));
  }
}

/** The offset of the deepest part of a path that exists in a document, or of its last key. */
export function offsetOf(
  document: Document,
  { path, atKey }: { path: Path; atKey?: true | undefined },
): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (!isNode(node) || !node.range) continue;
    const key = atKey && length === path.length ? keyNode(document, path) : undefined;
    return (key ?? node).range?.[0] ?? 0;
  }
  return 0;
}

function keyNode(document: Document, path: LintIssue['path']): Node | undefined {
  const map = document.getIn(path.slice(0, -1), true);
  const keys = isMap(map) ? map.items.map(({ key }) => key) : [];
  return keys.filter(isScalar).find(({ value }) => String(value) === String(path.at(-1)));
}
