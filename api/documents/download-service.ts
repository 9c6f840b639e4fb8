import type { Database } from '../../db/database.js';
import { Document } from '../../db/models/document.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import { BadRequest, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';

/** Finds stored files by the URLs that the service gave out (spec 4.9). */
export class Downloads {
  readonly #db: Database;
  readonly #urls: FileUrls;

  constructor({ db, urls }: { db: Database; urls: FileUrls }) {
    this.#db = db;
    this.#urls = urls;
  }

  /**
   * The file of a URL. Compared with what this service would write, character by character: nothing is decoded, resolved or
   * fetched. 400 for anything else than such a URL, 404 for a file that the caller's organization does not see.
   */
  async file({ organizationId }: Caller, url: string): Promise<Document> {
    const id = this.#urls.idIn(url);
    if (id === null) throw notOurs();
    const document = await Document.query(this.#db).findById(id).modify('visibleTo', organizationId);
    if (document === undefined) throw new NotFound('file');
    if (this.#urls.urlOf(document) !== url) throw notOurs();
    return document;
  }
}

/** Says nothing of what was given: it may hold secrets of other systems. */
function notOurs(): BadRequest {
  const detail = 'is not the URL of a file as this service gave it out in this environment';
  return new BadRequest([{ field: 'path', in: 'query', detail }]);
}
