import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { takesFurtherNames } from '../../domain/ground/known-names.js';
import { problem } from '../errors/problem.js';
import { eventResults } from '../event-firing/result-schemas.js';
import type { Endpoint } from '../http/endpoint.js';
import { tags } from '../http/tags.js';
import { closeRequests } from './closed-requests.js';
import { withEventFrame } from './event-frame.js';
import { addExamples } from './examples.js';
import { takeNullInRequests } from './null-in-requests.js';
import { operationOf } from './operation.js';
import { shareProblems } from './shared-problems.js';
import { withTidySchemas } from './tidy-schemas.js';
import { firstDay } from './upcoming.js';
import { webhooks } from './webhooks.js';

export interface DocumentInfo {
  version: string;
  /** The public address; without it, addresses are relative to the document's. */
  publicUrl?: string;
  /** Dates in examples of requests follow it; without it, they are those that are declared. */
  today?: string;
}

const title = 'Policy administration and quoting';
const description =
  'Every endpoint takes an API key (`Authorization: Basic`), or the tokens of `POST /ioi/v3/token`: the access token as `Authorization: Bearer` together with the id token in `x-jwt-assertion`. A token of `POST /ioi/v3/oauth/token` comes alone; pages of the service have a session (`POST /ioi/v3/session`). Every failure is a problem (RFC 9457). In a request `null` for an optional field is the same as leaving it out; only where the field says so does it clear a value.';

const origin = {
  contact: { name: 'The operator of this service' },
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
};

/** The OpenAPI 3.1 document of the mounted endpoints, from the schemas that validate them. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { version, publicUrl, today = firstDay }: DocumentInfo,
) {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) };
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: { title, version, description, ...origin },
    servers: [{ url: publicUrl ?? '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    // The key is last: a client that sends one credential by every scheme ends with `Authorization: Basic`.
    security: [{ accessToken: [], idToken: [] }, { apiKey: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'basic', description: 'API key and secret.' },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Of `POST /token`; beta, and subject to change. Needs the id token, too.',
        },
        idToken: {
          type: 'apiKey',
          in: 'header',
          name: 'x-jwt-assertion',
          description: 'Of `POST /token`; beta, and subject to change.',
        },
      },
      schemas: { Problem: problem, EventResults: eventResults },
    },
  };
  const made = createDocument(document, { override: leaveObjectsOpen });
  const tidy = withEventFrame(withTidySchemas(made));
  addExamples(tidy, today);
  shareProblems(tidy);
  return takeNullInRequests(closeRequests(tidy));
}

/** An answer may gain fields in a later release; what only requests have is closed afterwards. */
const leaveObjectsOpen: CreateDocumentOptions['override'] = ({ jsonSchema, zodSchema }) => {
  if (zodSchema._zod.def.type === 'object' && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
  if (takesFurtherNames(zodSchema)) jsonSchema.additionalProperties = true;
};
