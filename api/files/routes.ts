import { Router } from 'express';
import type { FileBytes } from '../../documents/stores/file-bytes.js';
import { sentAs } from '../../domain/files/file-types.js';
import { sendDocument } from '../documents/send-document.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { endUnread } from './receive-bytes.js';
import { deleteFile, getFile, getFileContent, listFiles, uploadFile } from './schemas.js';
import type { Files } from './service.js';

/** Files that people upload, an extension. */
export function fileRoutes({ files, bytes }: { files: Files; bytes: FileBytes }): Router {
  const router = Router();
  router.post(
    uploadFile.path,
    validated(uploadFile, async ({ query }, req, res) => {
      const upload = await files.receive(callerOf(req), query, req).catch((error: unknown) => {
        endUnread(req, res);
        throw error;
      });
      try {
        const answer = async () => {
          const file = await files.keep(callerOf(req), query, upload, req.operationId);
          res.status(201).json(file);
        };
        const { size, sha256 } = upload;
        // The bytes are part of the request that a key stands for.
        await (req.keyed === undefined ? answer() : req.keyed({ size, sha256 }, answer));
      } finally {
        await files.drop(upload);
      }
    }),
  );
  router.get(
    listFiles.path,
    validated(listFiles, ({ query }, req) => files.list(callerOf(req), query)),
  );
  router.get(
    getFile.path,
    validated(getFile, ({ params }, req) => files.read(callerOf(req), params.fileId)),
  );
  router.get(
    getFileContent.path,
    validated(getFileContent, async ({ params }, req, res) => {
      const file = await files.served(callerOf(req), params.fileId);
      res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
      await sendDocument(bytes, { ...file, contentType: sentAs(file.contentType) }, req, res);
    }),
  );
  router.delete(
    deleteFile.path,
    validated(deleteFile, async ({ params, query }, req, res) => {
      await files.delete(callerOf(req), params.fileId, query.reason);
      res.status(204).end();
    }),
  );
  return router;
}
