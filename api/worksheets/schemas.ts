import { z } from 'zod';
import { jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { queryFlag } from '../http/query.js';

const params = z.object({ quoteId: uuid });
const missing = {
  description:
    'No such quote, or not visible to the caller, or no rating plan of this service rated it: a carrier’s own rating leaves no worksheet.',
};

const busy = { description: 'Too many large worksheets are waiting; see `Retry-After`.' };

const attachment = (description: string, contentType: string) => ({
  description,
  contentType,
  schema: z.string().meta({ format: 'binary' }),
});

export const downloadExcelWorksheet = endpoint({
  method: 'get',
  path: '/download/excel/worksheet/:quoteId',
  operationId: 'downloadExcelWorksheet',
  summary: 'Download a rating worksheet as an Excel workbook',
  description:
    'One sheet for the summary, one per coverage, and one each for inputs, derived values, premium and underwriting. Steps of simple arithmetic are formulas, so the workbook recalculates to the premium.',
  tags: ['Downloads'],
  params,
  responses: {
    200: attachment('The workbook (.xlsx).', 'application/octet-stream'),
    404: missing,
    503: busy,
  },
  permission: 'quotes:read',
  spec: '4.9',
});

export const downloadWorksheet = endpoint({
  method: 'get',
  path: '/download/advanced/worksheet/:quoteId',
  operationId: 'getWorksheet',
  summary: 'Read a rating worksheet as JSON',
  description:
    'Every step of the rating. `contentHash` is the SHA-256 of the canonical JSON (sorted keys, no spaces) of `steps`, the same as in the workbook and the PDF.',
  tags: ['Downloads'],
  params,
  responses: {
    200: {
      description: 'The worksheet. Its content depends on the rating plan.',
      schema: jsonObject,
    },
    404: missing,
    503: busy,
  },
  permission: 'quotes:read',
  spec: '4.9',
});

export const downloadWorksheetPdf = endpoint({
  method: 'get',
  path: '/download/advanced/worksheet/:quoteId/pdf',
  operationId: 'downloadWorksheetPdf',
  summary: 'Download a rating worksheet as a PDF',
  description: 'Coverages with their rating values; `verbose` adds every step with its inputs.',
  tags: ['Downloads'],
  params,
  query: z.object({ verbose: queryFlag }),
  responses: {
    200: attachment(
      'The worksheet. A header `Document-Warning` names characters that no font has, which are printed as `?`.',
      'application/pdf',
    ),
    404: missing,
    503: busy,
  },
  permission: 'quotes:read',
  spec: '4.9',
});
