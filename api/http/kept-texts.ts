import { LRUCache } from 'lru-cache';
import { type TaggedText, tagOf } from './entity-tag.js';

/** A text, and the version of the rows that it was made from; null: it cannot be told whether they have changed. */
export interface VersionedText {
  text: string;
  version: string | null;
}

/**
 * Texts that were answered, with the versions of the rows that they were made from. Nothing has to be invalidated: before a
 * text is answered again, the version is read, which costs a part of making it.
 */
export class KeptTexts {
  readonly #kept: LRUCache<string, TaggedText & VersionedText>;

  /** @param mostLetters of all texts together. */
  constructor(mostLetters: number) {
    this.#kept = new LRUCache({ maxSize: mostLetters, sizeCalculation: ({ text }) => text.length });
  }

  /** The text that is kept under the key, if its rows are still of its version; else the one that `make` makes. */
  async current(
    key: string,
    readVersion: () => Promise<string | null | undefined>,
    make: () => Promise<VersionedText>,
  ): Promise<TaggedText> {
    const kept = this.#kept.get(key);
    if (kept && (await readVersion()) === kept.version) return kept;
    const { text, version } = await make();
    const made = { text, tag: tagOf(text), version };
    if (version !== null) this.#kept.set(key, made);
    return made;
  }
}
