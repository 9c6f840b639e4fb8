import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { parsed, tooManyErrors } from '../../domain/ground/parse.js';
import { BadRequest, type FieldError } from '../errors/app-error.js';
import { fieldErrorsOf } from '../errors/zod-errors.js';
import { callerOf, requirePermission } from './caller.js';
import { type Endpoint, permissionsFor } from './endpoint.js';
import { sendTagged } from './entity-tag.js';
import { defaultBodyLimit, jsonBodyReader, refuseBody } from './json-body.js';
import { unacceptable } from './json-text.js';

export interface ValidInput<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
}

/**
 * Returns the body of a JSON answer, or answers through `res` and returns nothing. It may set a status, and the `ETag` of a
 * record that has a version.
 */
export type Handler<Params, Query, Body> = (
  input: ValidInput<Params, Query, Body>,
  req: Request,
  res: Response,
) => unknown;

/** A request handler with its declaration, so that the application can describe its endpoints. */
export type EndpointHandler = RequestHandler & { endpoint: Endpoint };

/**
 * An endpoint's request handler: checks permission, path, query and body against the declaration, and calls
 * the handler with the parsed values. All faults are reported at once (400).
 */
export function validated<Params, Query, Body>(
  endpoint: Endpoint<Params, Query, Body>,
  handler: Handler<Params, Query, Body>,
): EndpointHandler {
  const { params, query, body, bodyOptional = false, bodyLimit = defaultBodyLimit } = endpoint;
  const { bodyText: text, tagged = false, narrowsToProducts = false, inLanguages = false } = endpoint;
  const permissions = permissionsFor(endpoint);
  const readBody = body && jsonBodyReader({ limit: bodyLimit, optional: bodyOptional, text });
  // A webhook without credentials verifies what it reads itself.
  const takesNone =
    !body && !endpoint.bytes && endpoint.unauthenticated !== true && endpoint.method !== 'get';

  const handle = async (req: Request, res: Response): Promise<void> => {
    if (inLanguages) res.vary('Accept-Language');
    if (permissions.length > 0) requirePermission(callerOf(req), ...permissions);
    const answer = async () => {
      if (takesNone) await refuseBody(req, res);
      const received = readBody && (await readBody(req, res));
      const pause = async () => void (received?.isLarge && (await othersHadTheirTurn()));
      const errors: FieldError[] = [];
      const sent = received?.value();
      await pause();
      const input = {
        params: params && check(params, req.params, 'path', errors),
        query: check<unknown>(query ?? noQuery, req.query, 'query', errors),
        body: body && check(body, sent, 'body', errors),
      };
      if (errors.length > 0) throw new BadRequest(errors);
      await pause();
      // What needs no permission shows nothing of a product.
      if (permissions.length > 0) await callerOf(req).onlyProducts?.check({ ...input, narrowsToProducts });
      const work = async () => {
        const answered = await handler(input as ValidInput<Params, Query, Body>, req, res);
        if (answered === undefined || res.headersSent) return;
        await pause();
        if (tagged) sendTagged(req, res, JSON.stringify(answered));
        else res.json(answered);
      };
      return req.keyed === undefined || endpoint.bytes !== undefined ? work() : req.keyed(sent, work);
    };
    return req.turn === undefined ? answer() : req.turn(answer);
  };
  return Object.assign(handle, { endpoint: endpoint as Endpoint });
}

/** Of an endpoint that takes no parameters. */
const noQuery = z.object({});

function check<T>(
  schema: z.ZodType<T>,
  value: unknown,
  place: NonNullable<FieldError['in']>,
  errors: FieldError[],
): T | undefined {
  const unfit = unacceptable(value, place);
  if (unfit.length > 0) {
    errors.push(...unfit);
    return undefined;
  }
  const result = parsed(schema, value, { nullIsAbsence: place === 'body', refuseUnknownNames: true });
  if (result === undefined) {
    errors.push({ field: '', detail: tooManyErrors, in: place, path: [] });
    return undefined;
  }
  if (result.success) return result.data;
  // Not spread as arguments: there may be more than the stack holds.
  for (const error of fieldErrorsOf(result.error, place)) {
    errors.push(place === 'query' ? ofParameter(error, value) : error);
  }
  return undefined;
}

/** A parameter is named as a whole, whichever of its parts is wrong; one that takes one value may be given twice. */
function ofParameter(error: FieldError, sent: unknown): FieldError {
  const [name] = error.path ?? [];
  if (name === undefined) return error;
  const isRepeated = Array.isArray((sent as Readonly<Record<PropertyKey, unknown>>)[name]);
  const detail = isRepeated ? 'is given more than once' : error.detail;
  return { ...error, detail, field: String(name), path: [name] };
}
