import { Router } from 'express';
import type { DocumentStore } from '../../documents/stores/store.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { callerOf } from '../http/caller.js';
import { pathOf } from '../http/request.js';
import { validated } from '../http/validated.js';
import { attachment, warningHeader } from './content-disposition.js';
import type { Downloads } from './download-service.js';
import type { DocumentGeneration } from './generation-service.js';
import type { PartnerEvaluations } from './partner-evaluation.js';
import { downloadFile, evaluatePartnerForm, generateDocument, readFile } from './schemas.js';
import { sendDocument } from './send-document.js';

export interface DocumentRouteDependencies {
  generation: DocumentGeneration;
  downloads: Downloads;
  evaluations: PartnerEvaluations;
  store: DocumentStore;
  /** The public base URL of this service, with which URLs of files begin. */
  baseUrl: string;
}

/** Generating documents and downloading stored ones (spec 4.9, 4.10). */
export function documentRoutes(dependencies: DocumentRouteDependencies): Router {
  const { generation, downloads, evaluations, store, baseUrl } = dependencies;
  const router = Router();
  router.post(
    generateDocument.path,
    validated(generateDocument, async ({ body }, req, res) => {
      const { bytes, contentType, reference } = await generation.generate(callerOf(req), body);
      res.writeHead(200, {
        'Content-Type': contentType,
        'Content-Length': bytes.byteLength,
        'Content-Disposition': attachment(reference.fileName),
        ...warningHeader(reference.warnings),
      });
      res.end(bytes);
    }),
  );
  router.get(
    downloadFile.path,
    validated(downloadFile, async ({ query }, req, res) => {
      await sendDocument(store, await downloads.file(callerOf(req), query.path), req, res);
    }),
  );
  router.get(
    readFile.path,
    validated(readFile, async (_input, req, res) => {
      const url = `${baseUrl}${pathOf(req)}`;
      await sendDocument(store, await downloads.file(callerOf(req), url), req, res);
    }),
  );
  router.post(
    evaluatePartnerForm.path,
    validated(evaluatePartnerForm, async ({ params, body }, req, res) => {
      const { userQuoteRequest, ratingResponse, quoteResponse } = body as JsonObject & {
        userQuoteRequest?: JsonObject;
      };
      const rating = { userQuoteRequest, ratingResponse, quoteResponse };
      const forms = await evaluations.evaluate(callerOf(req), params, rating);
      if (forms === null) res.writeHead(200).end();
      else res.json({ forms });
    }),
  );
  return router;
}
