import type { z } from 'zod';
import type { AuditedAction } from '../../db/audit/actions.js';
import { firingPermissions } from '../../domain/events/declarations/declaration.js';
import type { Deprecation } from './deprecation.js';
import type { Permission } from './permissions.js';
import type { Tag } from './tags.js';

/**
 * What a request of a known caller takes its turn at (`shares.ts`). `jobs`: most of its work is done in threads; `reports`: a
 * statement takes seconds.
 */
export type ShareName = 'requests' | 'events' | 'jobs' | 'reports' | 'impacts' | 'books';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface ResponseDeclaration {
  description: string;
  /** Absent: no body, or one without a fixed schema. */
  schema?: z.ZodType;
  /** Default `application/json`. */
  contentType?: string;
  /** Further content types, without a schema. */
  otherTypes?: readonly string[];
  /** An error without a problem as its body. */
  isEmpty?: true;
}

/** A text body and the JSON body that it stands for. */
export interface TextBody {
  /** Its media types; the first is documented. */
  mediaTypes: readonly [string, ...string[]];
  description: string;
  asBody(text: string): unknown;
}

/**
 * One endpoint of the interface. The same declaration validates requests, types the handler and is described
 * in the OpenAPI document.
 */
export interface Endpoint<Params = unknown, Query = unknown, Body = unknown> {
  method: Method;
  /** Below `/ioi/v3`, with parameters as `:name`. */
  path: string;
  /** A unique name, after which generated clients name their functions: `getClient`. */
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly [Tag];
  params?: z.ZodType<Params>;
  /** A query parameter arrives as text: see `query.ts` for booleans and integers. */
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  bodyExample?: unknown;
  /** Several examples instead of one, by name. */
  bodyExamples?: Readonly<Record<string, { summary: string; value: unknown }>>;
  /** A text that is accepted instead of a JSON body. */
  bodyText?: TextBody;
  /** The body is bytes, which the handler reads itself, and then carries a keyed request out with what it has read. */
  bytes?: { description: string };
  /** A missing body is read as `{}`. */
  bodyOptional?: boolean;
  /** Bytes; default 2 MiB. */
  bodyLimit?: number;
  responses: Readonly<Record<number, ResponseDeclaration>>;
  /**
   * The permission that a caller needs; absent if none. `BY_EVENT_TYPE`: that of the event's type, which the
   * handler checks with `requireEvent`.
   */
  permission?: Permission | 'BY_EVENT_TYPE';
  /** The action that the audit log records for its answers: bulk reads of personal data. */
  audited?: AuditedAction;
  /** Needs no credentials. */
  unauthenticated?: boolean;
  /**
   * An API key that is restricted to products need not name one: the handler answers with what is about them alone, by the
   * caller's `onlyProducts`.
   */
  narrowsToProducts?: boolean;
  /** Default: `requests`. `none`: answered from memory, at once. */
  share?: ShareName | 'none';
  /** Its answer has an `ETag`, and is 304 if `If-None-Match` names it. */
  tagged?: boolean;
  /** Its texts of products are in the language of `Accept-Language`; the handler asks `AnswerLanguages`. */
  inLanguages?: boolean;
  /** Takes `If-Match`: 412 if the record was changed since it was read. */
  checksTag?: boolean;
  /** Absent: it stays. */
  deprecated?: Deprecation;
  /** A POST that changes nothing. */
  readsOnly?: boolean;
  /** The section of the specification, for the reader's reference. */
  spec?: string;
}

/** The permissions of which a caller needs one; empty if any caller may use it. */
export function permissionsFor({ permission }: Pick<Endpoint, 'permission'>): readonly Permission[] {
  if (permission === undefined) return [];
  return permission === 'BY_EVENT_TYPE' ? firingPermissions : [permission];
}

/** Whether it takes an `Idempotency-Key`: a POST or PUT of a known caller that changes something. */
export function takesKey({ method, readsOnly = false, unauthenticated = false }: Endpoint): boolean {
  return (method === 'post' || method === 'put') && !readsOnly && !unauthenticated;
}

/** Declares an endpoint with its types inferred from the schemas. */
export function endpoint<Params = Record<never, never>, Query = Record<never, never>, Body = undefined>(
  declaration: Endpoint<Params, Query, Body>,
): Endpoint<Params, Query, Body> {
  return declaration;
}
