import { interfacePath } from '../ground/interface-path.js';

/** The least that a file's URL says of it. */
export interface NamedFile {
  id: string;
  fileName: string;
}

/** Longest URL of a file: its name is of at most 120 characters, each of which may be written in twelve. */
const longestUrl = 4_096;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The URLs of files, as the service gives them out and takes them back (spec 4.9). They name the environment, so that
 * one of another environment is never taken, even where both are served from one address.
 */
export class FileUrls {
  readonly #environment: string;
  #baseUrl: string | null;

  /** @param baseUrl how clients reach the service; null while that is not known, and then there are no URLs. */
  constructor({ environment, baseUrl }: { environment: string; baseUrl: string | null }) {
    this.#environment = environment;
    this.#baseUrl = baseUrl;
  }

  /** Says where the service is, once it listens. */
  serviceIsAt(baseUrl: string): void {
    this.#baseUrl = baseUrl;
  }

  /** The file's URL; undefined while nobody knows how clients reach the service. */
  urlOf({ id, fileName }: NamedFile): string | undefined {
    return this.#baseUrl === null
      ? undefined
      : `${this.#prefix(this.#baseUrl)}${id}/${encodeURIComponent(fileName)}`;
  }

  /**
   * The id in a URL that this service may have given out; null for anything else. Nothing is decoded or resolved: compare
   * the whole URL with `urlOf` the file found.
   */
  idIn(url: string): string | null {
    if (this.#baseUrl === null || url.length > longestUrl) return null;
    const prefix = this.#prefix(this.#baseUrl);
    if (!url.startsWith(prefix)) return null;
    const [id = '', name, ...more] = url.slice(prefix.length).split('/');
    return uuid.test(id) && name !== undefined && name !== '' && more.length === 0 ? id : null;
  }

  #prefix(baseUrl: string): string {
    return `${baseUrl}${interfacePath}/file/${this.#environment}/`;
  }
}
