import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import type { Database } from '../../db/database.js';
import { deleteFile } from '../../db/files/delete-file.js';
import {
  beginUpload,
  dropUpload,
  keepFile,
  type RefusedFile,
  whyNotStore,
} from '../../db/files/keep-file.js';
import { findFiles, listFiles } from '../../db/files/read-files.js';
import { type AboutFile, subjectOfFile } from '../../db/files/subject-of-file.js';
import type { StoredFile } from '../../db/models/stored-file.js';
import { deleteErasedObjects } from '../../db/personal-data/erased-objects.js';
import { recordNouns } from '../../db/subjects/seen-record.js';
import { contentOf } from '../../documents/making/content-of.js';
import type { FileBytes } from '../../documents/stores/file-bytes.js';
import type { DocumentStore } from '../../documents/stores/store.js';
import { type FileLimits, fileSubjects, isServed } from '../../domain/files/file.js';
import { fileExtension, fileTypes, fitsMediaType } from '../../domain/files/file-types.js';
import { safeFileName } from '../../domain/forms/file-name.js';
import { BadRequest, Conflict, Forbidden, NotFound, UnsupportedMediaType } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { listLimits } from '../http/list-limits.js';
import { type PageOf, pageOf } from '../http/page.js';
import { auditOf, authorOf } from '../http/person.js';
import type { Logger } from '../telemetry/logger.js';
import { fileObject } from './file-object.js';
import {
  announcedBytes,
  emptyFile,
  type Pace,
  ReceivedBytes,
  sizeInWords,
  usualPace,
} from './receive-bytes.js';
import type { FileListQuery, FileView, UploadQuery } from './schemas.js';

export interface FileDependencies {
  db: Database;
  bytes: FileBytes;
  store: Pick<DocumentStore, 'remove'>;
  limits: FileLimits;
  /** Files are quarantined until they are scanned. */
  isScanned: boolean;
  /** Has what was uploaded scanned and moved. */
  settleSoon: () => void;
  pace?: Pace;
  log: Logger;
  /** System time. */
  now: () => Date;
}

/** An upload whose bytes are there, and that is not kept yet. */
export interface Upload {
  id: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
}

/** Files that people upload to the records of their organization. */
export class Files {
  constructor(private readonly uses: FileDependencies) {}

  /** Receives the bytes of a file. What is refused, breaks off or is too slow leaves nothing. */
  async receive(caller: Caller, query: UploadQuery, req: Request): Promise<Upload> {
    const { db, bytes, limits, pace = usualPace, now } = this.uses;
    const { organizationId } = caller;
    const size = announcedBytes(req, limits.size) ?? 0;
    const about = aboutIn(query);
    if (about === undefined) throw oneRecord();
    const subject = await subjectOfFile(db, organizationId, about);
    if (subject === undefined) throw missing(about);
    const { sharedWith } = query;
    if (sharedWith === 'BOTH' && (about.kind === 'clientId' || about.kind === 'taskId')) {
      const detail = `a ${recordNouns[about.kind]} is of one organization: share a file about its quote or policy`;
      throw new BadRequest([{ field: 'sharedWith', in: 'query', detail }]);
    }
    const refused = await whyNotStore(db, { organizationId, about: subject, size, limits });
    if (refused !== undefined) throw this.#refusal(refused, about);
    const id = randomUUID();
    await beginUpload(db, {
      id,
      organizationId,
      subject,
      sharedWith,
      createdBy: authorOf(caller),
      size,
      now: now(),
    });
    try {
      const received = new ReceivedBytes(req, limits.size, pace);
      await bytes.write(id, received.read());
      if (received.size === 0) throw emptyFile();
      const checked = await this.#checked(
        id,
        received.size,
        query.fileName,
        req.headers['content-type'] ?? '',
      );
      return { id, ...checked, size: received.size, sha256: received.sha256() };
    } catch (error) {
      await dropUpload(db, id);
      throw error;
    }
  }

  /** @param operationId of the request, if an earlier attempt may have kept its file. */
  async keep(caller: Caller, query: UploadQuery, upload: Upload, operationId?: string): Promise<FileView> {
    const { db, bytes, isScanned, settleSoon, now } = this.uses;
    const { organizationId } = caller;
    const { id, ...received } = upload;
    const isDue = isScanned || (await bytes.keyInBucket(id)) !== null;
    const kept = await keepFile(db, {
      ...auditOf(caller),
      id,
      organizationId,
      operationId,
      received: {
        ...received,
        state: isScanned ? 'QUARANTINED' : 'UNSCANNED',
        nextLookAt: isDue ? now() : null,
      },
    });
    if ('refused' in kept) throw this.#refusal(kept, aboutIn(query) ?? { kind: 'clientId', id });
    if (isDue) settleSoon();
    return fileObject(kept, organizationId);
  }

  /** Forgets an upload that is not kept. */
  async drop({ id }: Upload): Promise<void> {
    await dropUpload(this.uses.db, id);
  }

  async list(caller: Caller, query: FileListQuery): Promise<PageOf<FileView> & { totalIsExact: boolean }> {
    const { organizationId } = caller;
    const limits = listLimits(query, 'file');
    const { createdFrom, createdTo } = query;
    const filter = { createdFrom, createdTo };
    const found = await listFiles(this.uses.db, organizationId, { about: aboutIn(query), filter, ...limits });
    const content = found.files.map((one) => fileObject(one, organizationId));
    return { ...pageOf(content, query, found.total), totalIsExact: found.isExact };
  }

  async read(caller: Caller, fileId: string): Promise<FileView> {
    return fileObject(await this.#find(caller, fileId), caller.organizationId);
  }

  /** The file whose bytes may be sent. 409 until it is scanned, and if it is infected. */
  async served(caller: Caller, fileId: string): Promise<StoredFile> {
    const file = await this.#find(caller, fileId);
    if (isServed(file.state)) return file;
    const why = file.state === 'INFECTED' ? 'is infected: its bytes were removed' : 'is not scanned yet';
    throw new Conflict(`the file ${why}`, { code: 'FILE_NOT_CLEAN' });
  }

  async delete(caller: Caller, fileId: string, reason: string | undefined): Promise<void> {
    const { db, store, log } = this.uses;
    const { organizationId } = caller;
    const file = await this.#find(caller, fileId);
    if (file.organizationId !== organizationId) {
      throw new Forbidden('a file is deleted by the organization that uploaded it', {
        code: 'OTHER_ORGANIZATION',
      });
    }
    const asked = { organizationId, fileId, reason, deletedBy: authorOf(caller) };
    if (!(await deleteFile(db, { ...auditOf(caller), ...asked }))) throw new NotFound('file', fileId);
    // The sweep repeats what fails.
    await deleteErasedObjects(db, store).catch((error: unknown) => {
      log.warn({ err: error }, 'could not delete a file from the bucket; retrying in an hour');
    });
  }

  async #find({ organizationId }: Caller, fileId: string): Promise<StoredFile> {
    const [file] = await findFiles(this.uses.db, organizationId, [fileId]);
    if (file === undefined) throw new NotFound('file', fileId);
    return file;
  }

  /** The type of the stored bytes; refuses a name or a header that says another one. */
  async #checked(id: string, size: number, fileName: string, mediaType: string) {
    const { bytes } = this.uses;
    const given = /\.([^./\\]+)\s*$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
    const wanted = fileExtension(given);
    const at = { store: 'POSTGRES' as const, objectKey: null };
    const found = await contentOf({ size, read: (range) => bytes.read(id, at, range) }, wanted);
    const contentType = fileTypes.get(found ?? '');
    if (found === null || contentType === undefined) {
      const accepted = [...fileTypes.keys()].join(', ');
      throw new UnsupportedMediaType(
        `the content is ${found ?? 'of an unknown type'}; accepted are ${accepted}`,
      );
    }
    if (found !== wanted && fileTypes.has(wanted)) {
      const detail = `the content is ${found}, not ${wanted}`;
      throw new BadRequest([{ field: 'fileName', in: 'query', detail }]);
    }
    if (!fitsMediaType(found, mediaType)) {
      const detail = `must be ${contentType} for this content`;
      throw new BadRequest([{ field: 'Content-Type', in: 'header', detail }]);
    }
    return { fileName: safeFileName(fileName, found === wanted ? given : found, 'file'), contentType };
  }

  #refusal({ refused }: RefusedFile, about: AboutFile) {
    const { limits } = this.uses;
    switch (refused) {
      case 'GONE':
        return missing(about);
      case 'TOO_MANY':
        return new Conflict(`there are ${limits.ofRecord} files about it: delete those that nobody needs`);
      case 'TOO_MUCH':
        return new Conflict(
          `the files of the organization take at most ${sizeInWords(limits.ofOrganization)}`,
        );
    }
  }
}

type Named = { readonly [kind in AboutFile['kind']]?: string | undefined };

/** The one record that a query names; undefined if it names none. */
function aboutIn(query: Named): AboutFile | undefined {
  const named = fileSubjects.flatMap((kind) => {
    const id = query[kind];
    return id === undefined ? [] : [{ kind, id }];
  });
  if (named.length > 1) throw oneRecord();
  return named[0];
}

function oneRecord(): BadRequest {
  const detail = `name one of ${fileSubjects.join(', ')}`;
  return new BadRequest([{ field: fileSubjects[0], in: 'query', detail }]);
}

const missing = ({ kind, id }: AboutFile) =>
  new NotFound(recordNouns[kind], id, { field: kind, in: 'query' });
