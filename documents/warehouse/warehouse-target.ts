import type { AsyncBuffer } from 'hyparquet';

/** Where a warehouse is written to. Paths are relative to it. */
export interface WarehouseTarget {
  /** For people, and for the lock of its only writer. */
  readonly name: string;
  /** What paths begin with in SQL that reads the files; empty: they are relative to the folder. */
  readonly urlBase: string;
  /** The place on the disk where a file is made, before it is put or discarded. */
  draftOf(path: string): string;
  put(path: string): Promise<void>;
  discard(path: string): Promise<void>;
  /** The text of a file; undefined if there is none. */
  read(path: string): Promise<string | undefined>;
  /** Replaces a file as a whole: readers see the old text or the new one. */
  replace(path: string, text: string): Promise<void>;
  /** A file, to be read in parts. */
  open(path: string): Promise<AsyncBuffer>;
  list(): AsyncIterable<{ path: string; modified: Date }>;
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}
