import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml';
import { suggestion } from '../../ground/nearest.js';
import type { FilePlace, ParsedProductFile } from './parsed-file.js';

/** What an included file may hold. */
const known = ['tables', 'ratingPlans', 'forms', 'configurations', 'overlays', 'translations', 'parts'];

type NodePair = Pair<Node, Node | null>;
type PlaceAt = (offset: number) => FilePlace;

/** An included file. */
interface Source {
  file: string;
  placeAt: PlaceAt;
}

interface Part {
  items: unknown[];
  source: Source;
}

/** Values of parts: parts in parts multiply. */
const mostValues = 200_000;

/** Puts the nodes of included files into the document of a product file. */
export class Joining {
  /** The file of each node that was put in; its descendants have the same one. */
  readonly origins = new Map<Node, string>();
  readonly problems: { message: string; place: FilePlace }[] = [];
  readonly #parts = new Map<string, Part>();
  #values = 0;

  constructor(private readonly document: Document) {}

  refuse(place: FilePlace, message: string): void {
    this.problems.push({ place, message });
  }

  /** Puts in the named things of a file, and keeps its parts for `expand`. */
  add(file: string, included: ParsedProductFile): void {
    const placeAt: PlaceAt = (offset) => ({ ...included.placeAt(offset), file });
    const { document, failure } = included;
    const { contents } = document;
    if (failure) this.refuse(placeAt(failure.offset), failure.message);
    else if (!isMap(contents)) this.refuse(placeAt(0), `must hold ${known.join(', ')}`);
    else {
      resolveAliases(document);
      const source = { file, placeAt };
      for (const pair of contents.items as NodePair[]) this.#addPair(pair, source);
    }
  }

  /** Whether the parts had too many values, most of which are left out then. */
  get isTooLarge(): boolean {
    return this.#values > mostValues;
  }

  /**
   * Replaces each `{ include: NAME }` in the lists below a node by the items of that part. `within` are the parts that the
   * node is in.
   */
  expand(node: unknown, placeAt: PlaceAt, within: readonly string[] = []): void {
    if (within.length > 0) this.#values += 1;
    if (this.isTooLarge) return;
    if (isMap(node)) {
      // The `rules` of a line are any map, which is returned unchanged.
      for (const { key, value } of node.items)
        if (String(key) !== 'rules') this.expand(value, placeAt, within);
    }
    if (!isSeq(node)) return;
    node.items = node.items.flatMap((item) => this.#expanded(item, placeAt, within));
  }

  #addPair({ key, value }: NodePair, source: Source): void {
    const name = String(key);
    const at = source.placeAt(startOf(key));
    if (name === 'include') this.refuse(at, 'an included file includes no others');
    else if (!known.includes(name)) {
      this.refuse(
        at,
        `"${name}" cannot be included${suggestion(name, known)}; known are ${known.join(', ')}`,
      );
    } else if (!isMap(value) && !isSeq(value)) this.refuse(at, `"${name}" is empty`);
    else if (name === 'parts') this.#addParts(value, source);
    else if (name === 'translations') this.#addTranslations(value, source);
    else this.#addNamed(name, value, source);
  }

  #addNamed(name: string, value: Node, { file, placeAt }: Source): void {
    if (name === 'tables' && isMap(value)) placeBeside(file, value);
    const own = this.document.get(name, true);
    if (isMap(own) && isMap(value)) {
      for (const pair of value.items as NodePair[]) {
        this.#from(file, pair.value);
        if (own.has(pair.key)) this.refuse(placeAt(startOf(pair.key)), elsewhere(`"${pair.key}"`));
        else own.items.push(pair);
      }
    } else if (isSeq(own) && isSeq(value)) {
      for (const item of value.items) own.items.push(this.#from(file, item));
    } else if (own === undefined) this.document.set(name, this.#from(file, value));
    else this.refuse(placeAt(startOf(value)), `"${name}" must be a ${isMap(own) ? 'map' : 'list'}`);
  }

  /** The texts of a language may be in several files, as a library has its own. */
  #addTranslations(value: Node, source: Source): void {
    const own = this.document.get('translations', true);
    if (!isMap(own) || !isMap(value)) {
      this.#addNamed('translations', value, source);
      return;
    }
    for (const pair of value.items as NodePair[]) {
      const known = own.get(pair.key, true);
      this.#from(source.file, pair.value);
      if (known === undefined) own.items.push(pair);
      else if (isMap(known) && isMap(pair.value)) this.#addTexts(known, pair.value, source);
      else this.refuse(source.placeAt(startOf(pair.key)), `the texts of "${pair.key}" must be a map`);
    }
  }

  #addTexts(known: YAMLMap, added: YAMLMap, { file, placeAt }: Source): void {
    for (const text of added.items as NodePair[]) {
      this.#from(file, text.value);
      if (known.has(text.key)) this.refuse(placeAt(startOf(text.key)), elsewhere(`the text "${text.key}"`));
      else known.items.push(text);
    }
  }

  #addParts(value: Node, source: Source): void {
    const { placeAt } = source;
    if (!isMap(value)) {
      this.refuse(placeAt(startOf(value)), '"parts" must be lists by name');
      return;
    }
    for (const { key, value: list } of value.items as NodePair[]) {
      const name = String(key);
      const at = placeAt(startOf(key));
      if (!isSeq(list)) this.refuse(at, `the part "${name}" must be a list`);
      else if (this.#parts.has(name)) this.refuse(at, elsewhere(`the part "${name}"`));
      else this.#parts.set(name, { items: list.items, source });
    }
  }

  #expanded(item: unknown, placeAt: PlaceAt, within: readonly string[]): unknown[] {
    const name = partNamed(item);
    if (name === undefined) {
      this.expand(item, placeAt, within);
      return [item];
    }
    const part = this.#parts.get(name);
    if (part !== undefined && !within.includes(name)) {
      const { items, source } = part;
      if (this.isTooLarge) return [];
      const inside = [...within, name];
      return items.flatMap((each) => this.#expanded(this.#from(source.file, each), source.placeAt, inside));
    }
    const names = [...this.#parts.keys()];
    const unknown = `no included file has a part "${name}"${suggestion(name, names)}`;
    this.refuse(placeAt(startOf(item)), part ? `the part "${name}" includes itself` : unknown);
    return [];
  }

  #from<Item>(file: string, item: Item): Item {
    if (isNode(item)) this.origins.set(item, file);
    return item;
  }
}

/** The part that an item of a list stands for. */
function partNamed(item: unknown): string | undefined {
  if (!isMap(item) || item.items.length !== 1) return undefined;
  const name = item.get('include');
  return typeof name === 'string' ? name : undefined;
}

/** Files of rows lie beside the file that names them. */
function placeBeside(file: string, tables: YAMLMap): void {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  for (const { value: table } of tables.items) {
    if (!isMap(table)) continue;
    for (const key of ['file', 'workbook']) {
      const name = table.get(key, true);
      if (isScalar(name) && typeof name.value === 'string') name.value = folder + name.value;
    }
  }
}

/**
 * Replaces aliases by what they stand for, which may not be a part that the product uses. Their number is bounded, because the
 * file was read before. An alias within its own anchor is left, and found to have none.
 */
function resolveAliases(document: Document): void {
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      const node = alias.resolve(document);
      return node === undefined || ancestors.includes(node) ? undefined : node;
    },
  });
  visit(document, {
    Value: (_key, node) => {
      delete node.anchor;
    },
  });
}

const elsewhere = (what: string) => `${what} is defined in another file, too`;
const startOf = (node: unknown) => (isNode(node) ? (node.range?.[0] ?? 0) : 0);
