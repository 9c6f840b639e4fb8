import { textHash } from '../../ground/canonical-json.js';
import { isObject } from '../../ground/json.js';
import { offsetOf } from '../../ground/located-yaml.js';
import { Joining } from './joining.js';
import { contentOf, originOf, type ParsedProductFile } from './parsed-file.js';

/** An included file, parsed; or why it could not be read. */
export type IncludedFile = ParsedProductFile | { problem: string };

/** The files that a product file includes, in the order written and relative to it. */
export function includedFiles(content: unknown): string[] {
  const { include } = (content ?? {}) as { include?: unknown };
  return Array.isArray(include) ? include.filter((file) => typeof file === 'string') : [];
}

/**
 * Puts what the included files hold into a product file: their tables, rating plans, forms and configurations beside its
 * own, and the items of a part where a list has `{ include: NAME }`. `included` keeps the hash of each file. A name that two
 * files give is an error, so that the order of files means nothing.
 */
export function withIncludes(
  parsed: ParsedProductFile,
  files: ReadonlyMap<string, IncludedFile>,
): ParsedProductFile {
  const { document, content: written } = parsed;
  if (!isObject(written) || written.include === undefined) return parsed;
  const names = includedFiles(written);
  const joining = new Joining(document);
  const texts = new Map<string, ParsedProductFile>();
  names.forEach((file, index) => {
    const place = parsed.placeOf({ path: ['include', index] });
    const read = files.get(file) ?? { problem: 'it was not given' };
    if (texts.has(file)) joining.refuse(place, `${file} is included twice`);
    else if ('problem' in read) joining.refuse(place, `cannot read ${file}: ${read.problem}`);
    else {
      texts.set(file, read);
      joining.add(file, read);
    }
  });
  joining.expand(document.contents, parsed.placeAt);
  const includePlace = parsed.placeOf({ path: ['include'] });
  if (!Array.isArray(written.include) || names.length < written.include.length)
    joining.refuse(includePlace, '"include" must be a list of files');
  document.delete('include');
  const hashes = [...texts].map(([file, { text }]) => ({ file, sha256: textHash(text) }));
  if (hashes.length > 0) document.set('included', document.createNode(hashes));
  const { content, failure } = contentOf(document, parsed.text);
  const wrong = joining.isTooLarge ? 'the included parts have too many values' : failure?.message;
  if (wrong !== undefined) joining.refuse(includePlace, wrong);
  return {
    ...parsed,
    content,
    includeFaults: joining.problems,
    placeOf: (part) => {
      const file = originOf(document, part.path, joining.origins);
      const { placeAt } = texts.get(file ?? '') ?? parsed;
      return { ...placeAt(offsetOf(document, part)), ...(file !== undefined && { file }) };
    },
  };
}
