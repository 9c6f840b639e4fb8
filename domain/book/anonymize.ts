import { derivedId } from '../ground/derived-id.js';
import type { Json, JsonObject } from '../ground/json.js';
import { personalKindOf } from './personal-kind.js';
import { type PersonalKind, Pseudonyms } from './pseudonyms.js';

/** A shorter value stands in other texts by chance. */
const leastKnown = 5;
const mostKinds = 100_000;

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What of a record is replaced beside its personal values. */
export interface OtherReplacements {
  /** Ids that are derived from others. */
  ids: ReadonlyMap<string, string>;
  /** Texts wherever they stand, such as the number of a policy. */
  texts: ReadonlyMap<string, string>;
}

/**
 * Replaces what tells of whom a record is: names, contacts, streets, identifiers and texts that people wrote, found by the names
 * of questions and columns; wherever else such a value stands; and ids. What premiums depend on stays, such as dates of birth,
 * ZIP codes and states. The same seed replaces the same value by the same.
 */
export class Anonymizer {
  readonly #pseudonyms: Pseudonyms;
  readonly #kinds = new Map<string, PersonalKind | undefined>();
  readonly #copyId: string;

  /** @param kept the ids that stay: those of organizations, products and of what stands in products. */
  constructor(
    seed: string,
    private readonly kept: ReadonlySet<string>,
  ) {
    this.#pseudonyms = new Pseudonyms(seed);
    this.#copyId = derivedId('book', seed);
  }

  /** From which copies of records derive their ids. */
  get copyId(): string {
    return this.#copyId;
  }

  record<Value extends object>(value: Value, { ids, texts }: OtherReplacements): Value {
    const known = new Map(texts);
    this.#collect(value as Json, '', known);
    const longestFirst = [...known.keys()].sort((a, b) => b.length - a.length).map(escaped);
    const anywhere = longestFirst.length === 0 ? undefined : new RegExp(longestFirst.join('|'), 'g');
    const replace = (text: string) =>
      anywhere === undefined ? text : text.replace(anywhere, (found) => known.get(found) ?? found);
    const replaced = this.#replaced(value as Json, '', false, replace);
    const others = new Map(ids);
    const text = JSON.stringify(replaced).replace(uuids, (id) => {
      const other = others.get(id) ?? this.#idOf(id);
      others.set(id, other);
      return other;
    });
    return JSON.parse(text) as Value;
  }

  /** A running number that is as high as the highest one at most, and another one for each. */
  numberOf(scope: string, number: bigint, last: bigint): bigint {
    if (last < 1n || number < 1n || number > last) return number;
    let factor = BigInt(this.#pseudonyms.number(2 ** 40, 'factor', scope)) % last;
    while (commonDivisor(factor, last) !== 1n) factor += 1n;
    const shift = BigInt(this.#pseudonyms.number(2 ** 40, 'shift', scope));
    return (((number - 1n) * factor + shift) % last) + 1n;
  }

  #idOf(id: string): string {
    return this.kept.has(id) ? id : derivedId(this.#copyId, id);
  }

  /** Notes the personal values of a record, with what stands in their places. */
  #collect(value: Json, name: string, known: Map<string, string>): void {
    this.#walk(value, name, false, (text, kind) => {
      if (kind !== undefined && kind !== 'TEXT' && text.length >= leastKnown && !known.has(text)) {
        known.set(text, this.#pseudonyms.of(kind, text));
      }
      return text;
    });
  }

  #replaced(value: Json, name: string, isQuestion: boolean, replace: (text: string) => string): Json {
    return this.#walk(value, name, isQuestion, (text, kind) =>
      kind === undefined ? replace(text) : this.#pseudonyms.of(kind, text),
    );
  }

  /** Names of questions and columns are few, and their values many. */
  #kindOf(name: string, isQuestion: boolean): PersonalKind | undefined {
    const key = isQuestion ? `?${name}` : name;
    if (!this.#kinds.has(key)) {
      if (this.#kinds.size >= mostKinds) this.#kinds.clear();
      this.#kinds.set(key, personalKindOf(name, isQuestion));
    }
    return this.#kinds.get(key);
  }

  #walk(
    value: Json,
    name: string,
    isQuestion: boolean,
    visit: (text: string, kind: PersonalKind | undefined) => string,
  ): Json {
    if (typeof value === 'string') return visit(value, this.#kindOf(name, isQuestion));
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#walk(item, name, isQuestion, visit));
    const copy: JsonObject = {};
    const question = typeof value.qid === 'string' ? value.qid : undefined;
    const parent = name.slice(name.lastIndexOf('.') + 1);
    for (const [key, member] of Object.entries(value)) {
      if (question !== undefined && key !== 'iterations') {
        copy[key] = key === 'answer' ? this.#walk(member, question, true, visit) : member;
      } else if (key === 'name' && value.kind === 'USER') {
        copy[key] = this.#walk(member, 'person.name', false, visit);
      } else {
        // Worksheets name answers by their questions.
        copy[key] = this.#walk(member, `${parent}.${key}`, parent === 'inputs', visit);
      }
    }
    return copy;
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}
