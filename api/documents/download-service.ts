import type { Database } from '../../db/database.js';
import { Document } from '../../db/models/document.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import { BadRequest, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';

/** Finds stored files by the URLs that this service issued (spec 4.9). */
export class Downloads {
  constructor(private readonly uses: { db: Database; urls: FileUrls }) {}

  /**
   * The file of a URL. The URL is compared with the one that this service would issue, character by
   * character: nothing is decoded, resolved or fetched. 400 for any other URL, 404 for a file that the
   * caller's organization cannot see.
   */
  async file({ organizationId }: Caller, url: string): Promise<Document> {
    const id = this.uses.urls.idIn(url);
    if (id === null) throw notOurs();
    const document = await Document.query(this.uses.db).findById(id).modify('visibleTo', organizationId);
    if (document === undefined) throw new NotFound('file');
    if (this.uses.urls.urlOf(document) !== url) throw notOurs();
    return document;
  }
}

/** The message omits the given URL, which may hold secrets of other systems. */
function notOurs(): BadRequest {
  const detail = 'is not a file URL that this service issued in this environment';
  return new BadRequest([{ field: 'path', in: 'query', detail }]);
}
