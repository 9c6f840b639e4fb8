import { interfacePath } from '../ground/interface-path.js';

/** The fields of a file that its URL contains. */
export interface NamedFile {
  id: string;
  fileName: string;
}

/** The longest file URL: a name has at most 120 characters, each of up to twelve characters in the URL. */
const longestUrl = 4_096;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The URLs that the service issues and accepts for files (spec 4.9). They contain the environment, so that a
 * URL of another environment is never accepted, even if both share an address.
 */
export class FileUrls {
  readonly #environment: string;
  #baseUrl: string | null;

  /** @param baseUrl the public address of the service; null while it is unknown, when there are no URLs. */
  constructor({ environment, baseUrl }: { environment: string; baseUrl: string | null }) {
    this.#environment = environment;
    this.#baseUrl = baseUrl;
  }

  /** Sets the address of the service, once it listens. */
  serviceIsAt(baseUrl: string): void {
    this.#baseUrl = baseUrl;
  }

  /** The file's URL; undefined while the public address is unknown. */
  urlOf({ id, fileName }: NamedFile): string | undefined {
    return this.#baseUrl === null
      ? undefined
      : `${this.#prefix(this.#baseUrl)}${id}/${encodeURIComponent(fileName)}`;
  }

  /** The address of a path of the service; undefined while the public address is unknown. */
  addressOf(path: string): string | undefined {
    return this.#baseUrl === null ? undefined : `${this.#baseUrl}${path}`;
  }

  /**
   * The id in a URL that this service may have issued; null for any other URL. Nothing is decoded or
   * resolved: compare the whole URL with the `urlOf` of the file found.
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
