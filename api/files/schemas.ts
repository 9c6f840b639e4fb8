import { z } from 'zod';
import { fileFilters } from '../../db/files/read-files.js';
import { filterFields } from '../../db/filters.js';
import { fileStates, sharedWith } from '../../domain/files/file.js';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { downloadResponses } from '../documents/schemas.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';

const tags = ['Files'] as const;
const params = z.object({ fileId: uuid });
const unknown = { description: 'The organization sees no such file.' };

const about = {
  clientId: uuid.optional(),
  quoteId: uuid.optional(),
  policyId: uuid.optional(),
  taskId: uuid.optional(),
  triggerRequestId: uuid.optional().meta({ description: 'An event, such as a claim notification.' }),
};

export const file = z
  .object({
    fileId: uuid,
    fileName: z.string().meta({ description: 'As it was given, without what file names cannot have.' }),
    contentType: z.string().meta({ description: 'Of its content, whatever the request said.' }),
    size: z.number().int().meta({ description: 'Bytes.' }),
    sha256: z.string(),
    state: z.enum(fileStates).meta({
      id: 'FileState',
      description:
        '`QUARANTINED`: not scanned yet. `INFECTED`: its bytes are gone. `UNSCANNED`: the service had no scanner. ' +
        'The content of `CLEAN` and `UNSCANNED` files is served.',
    }),
    organizationId: uuid.meta({ description: 'Whose people uploaded it.' }),
    sharedWith,
    ...about,
    createdTimestamp: instant,
    createdBy: jsonObject
      .optional()
      .meta({ description: 'Who uploaded it; for the own organization alone.' }),
    version: z.number().int().meta({ description: 'It only grows.' }),
    contentPath: z.string().meta({ description: 'Where its bytes are, below the address of the service.' }),
  })
  .meta({ id: 'StoredFile' });
export type FileView = z.output<typeof file>;

export const uploadFile = endpoint({
  method: 'post',
  path: '/file',
  operationId: 'uploadFile',
  summary: 'Upload a file',
  description:
    'Stores the bytes of the body with a client, a quote, a policy, a task or an event: name one of them. The type is that of the ' +
    'content; a name or a `Content-Type` of another type is refused. Archives are not unpacked. An extension.',
  tags,
  query: z.object({
    fileName: z.string().min(1).max(1_000).meta({
      description: 'Characters that file names cannot have are removed.',
      example: 'inspection.pdf',
    }),
    ...about,
    sharedWith: sharedWith.default('OWN').meta({
      description: '`BOTH`: the insurer and the seller see it; `OWN`: the own organization.',
    }),
  }),
  bytes: { description: 'The bytes of the file, as they are.' },
  permission: 'files:write',
  responses: {
    201: { description: 'The file.', schema: file },
    404: { description: 'The organization sees no such record.' },
    408: { description: 'The bytes came too slowly.' },
    409: { description: 'There are too many files about the record, or of the organization.' },
    413: { description: 'The file is too large.' },
    415: { description: 'The content is of no type that is accepted.' },
  },
});
export type UploadQuery = z.output<NonNullable<typeof uploadFile.query>>;

export const listFiles = endpoint({
  method: 'get',
  path: '/file',
  operationId: 'listFiles',
  summary: 'List files',
  description:
    'The files that the organization sees, the latest first: those about one record, or all. It counts and pages up to ' +
    '10,000: continue with `createdTo` of the oldest one read. An extension.',
  tags,
  query: z.object({ ...pageQuery, ...about, ...filterFields(fileFilters) }),
  permission: 'files:read',
  responses: {
    200: {
      description: 'A page of files.',
      schema: z.object({ ...pageFields(file), totalIsExact: z.boolean() }).meta({ id: 'StoredFilePage' }),
    },
  },
});
export type FileListQuery = z.output<NonNullable<typeof listFiles.query>>;

export const getFile = endpoint({
  method: 'get',
  path: '/file/:fileId',
  operationId: 'getFileRecord',
  summary: 'Read a file’s record',
  description: 'Without its bytes. An extension.',
  tags,
  params,
  permission: 'files:read',
  responses: { 200: { description: 'The file.', schema: file }, 404: unknown },
});

export const getFileContent = endpoint({
  method: 'get',
  path: '/file/:fileId/content',
  operationId: 'getFileContent',
  summary: 'Download a file',
  description:
    'Always as an attachment; what a browser would run, such as HTML and SVG, as `application/octet-stream`. An extension.',
  tags,
  params,
  permission: 'files:read',
  responses: { ...downloadResponses, 409: { description: 'It is not scanned yet, or infected.' } },
});

export const deleteFile = endpoint({
  method: 'delete',
  path: '/file/:fileId',
  operationId: 'deleteFile',
  summary: 'Delete a file',
  description: 'With its bytes, for good. The audit log keeps its name and the reason. An extension.',
  tags,
  params,
  query: z.object({
    reason: z.string().trim().min(1).max(2_000).optional().meta({ description: 'Why, for the audit log.' }),
  }),
  permission: 'files:delete',
  responses: { 204: { description: 'It is deleted.' }, 404: unknown },
});
