import { type Alias, type Document, isAlias, isCollection, isScalar, visit, type YAMLError } from 'yaml';
import { suggestion } from './nearest.js';

/** What is wrong with a YAML document, and the offset where. */
export interface YamlProblem {
  message: string;
  offset: number;
  /** Left out for the whole file. */
  path?: readonly (string | number)[];
}

/** The library's codes in the words of an author; the others keep the library's message. */
const messages: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'a tab cannot indent: use spaces',
  BAD_INDENT: 'this line is not indented like the lines that it belongs to',
  MULTILINE_IMPLICIT_KEY: 'this line has no key: write "key: value", with a space after the colon',
  BLOCK_AS_IMPLICIT_KEY:
    'this line has a second colon: put the text in quotes, and indent with plain spaces only',
  BLOCK_IN_FLOW: 'a colon within { } or [ ] ends the text: put the text in quotes',
  MISSING_CHAR: 'this text has no closing quotation mark',
  MULTIPLE_DOCS: 'a second document begins here ("---"): a file has one',
  RESOURCE_EXHAUSTION: 'it is nested too deeply',
};

/** The first fault of the syntax; null if there is none. A tag that nobody knows is one, too. */
export function syntaxProblem({ errors, warnings }: Document, text: string): YamlProblem | null {
  const [error = warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED')] = errors;
  return error ? { message: messageOf(error, text), offset: error.pos[0] } : null;
}

function messageOf({ code, message, pos }: YAMLError, text: string): string {
  if (code === 'DUPLICATE_KEY') {
    const key = /^(?:"([^"]*)"|'([^']*)'|([^:\n]*))/.exec(text.slice(pos[0]));
    return `the key "${(key?.[1] ?? key?.[2] ?? key?.[3] ?? '').trim()}" is written twice`;
  }
  if (code === 'TAG_RESOLVE_FAILED')
    return `${message.replace(/^Unresolved tag: /, 'there is no tag ')}: leave it out`;
  const bracket = /^Flow .* end with a (.)$/.exec(message)?.[1];
  if (bracket !== undefined) return `a bracket before this is not closed: "${bracket}" is missing`;
  return messages[code] ?? message;
}

/** Why the content of a document without faults of syntax could not be made: its anchors. */
export function contentProblem(document: Document, failure: Error): YamlProblem {
  const anchors: string[] = [];
  let found: YamlProblem | null = null;
  visit(document, {
    Node: (_key, node) => {
      if (found) return visit.BREAK;
      if (isAlias(node)) found = unknownAnchor(node, anchors);
      else if (node.anchor) anchors.push(node.anchor);
      return undefined;
    },
    Pair: (_key, { key, value }) => {
      if (found || !isScalar(key) || !isMerge(key.value)) return undefined;
      const source = isAlias(value) ? value.resolve(document) : value;
      if (isCollection(source) || (isAlias(value) && source === undefined)) return undefined;
      found = {
        message: '"<<" takes a map over: write << with an alias of a map',
        offset: key.range?.[0] ?? 0,
      };
      return undefined;
    },
  });
  if (found) return found;
  return { message: contentMessage(failure), offset: 0 };
}

/** The library reads the key `<<` as a symbol. */
function isMerge(key: unknown): boolean {
  return key === '<<' || (typeof key === 'symbol' && key.description === '<<');
}

function unknownAnchor(alias: Alias, anchors: readonly string[]): YamlProblem | null {
  if (anchors.includes(alias.source)) return null;
  const message = `there is no anchor &${alias.source} above${suggestion(alias.source, anchors)}`;
  return { message, offset: alias.range?.[0] ?? 0 };
}

function contentMessage({ message }: Error): string {
  if (/call stack/.test(message)) return 'it is nested too deeply';
  return /alias count/.test(message) ? 'its aliases (*name) repeat too much content; write it out' : message;
}
