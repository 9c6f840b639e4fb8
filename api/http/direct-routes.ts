import type { RequestListener, ServerResponse } from 'node:http';
import type { FailureHandler } from './error-handler.js';
import type { KnownRoute } from './no-such-route.js';
import type { ApiRequest, Step } from './request.js';

/** A route as Express has it, too. */
export interface DirectRoute extends KnownRoute {
  /** Absent: Express answers. */
  steps?: readonly Step[];
}

interface Pattern {
  route: { path: string };
  literals: readonly { at: number; text: string }[];
  parameters: readonly { at: number; name: string }[];
  steps: readonly Step[] | undefined;
}

/**
 * Takes requests to their route by one look-up, without Express: its router tries a hundred patterns one after the
 * other, and its prototypes make each request slower. Requests with an unusual path, and those that no route here
 * takes, go on to `others`. Routes are tried in their order, as Express does.
 */
export function directRoutes(
  routes: readonly DirectRoute[],
  fail: FailureHandler,
  others: RequestListener,
): RequestListener {
  const patterns = new Map<string, Pattern[]>();
  for (const { method, path, steps } of routes) {
    const segments = path.split('/');
    const key = keyOf(method.toUpperCase(), segments);
    const pattern = { route: { path }, ...partsOf(segments), steps };
    patterns.set(key, [...(patterns.get(key) ?? []), pattern]);
  }

  return (req, res) => {
    const { method = '', url = '' } = req;
    const end = url.indexOf('?');
    const segments = (end < 0 ? url : url.slice(0, end)).split('/');
    const found = patterns.get(keyOf(method, segments))?.find((each) => takes(each, segments));
    if (found?.steps === undefined) return others(req, res);
    const { route, parameters, steps } = found;
    const params: Record<string, string> = {};
    for (const { at, name } of parameters) params[name] = segments[at] ?? '';
    walk(steps, Object.assign(req, { method, originalUrl: url, params, route }), res, fail);
  };
}

/** The first segment below the interface's path sets routes apart best. */
function keyOf(method: string, segments: readonly string[]): string {
  return `${method} ${segments.length} ${segments[3] ?? segments[1]}`;
}

function partsOf(segments: readonly string[]): Pick<Pattern, 'literals' | 'parameters'> {
  const placed = segments.map((text, at) => ({ at, text }));
  return {
    literals: placed.filter(({ text }) => !text.startsWith(':')),
    parameters: placed
      .filter(({ text }) => text.startsWith(':'))
      .map(({ at, text }) => ({ at, name: text.slice(1) })),
  };
}

function takes({ literals, parameters }: Pattern, segments: readonly string[]): boolean {
  for (const { at, text } of literals) if (segments[at] !== text) return false;
  for (const { at } of parameters) if (!isPlain(segments[at])) return false;
  return true;
}

/** Neither empty nor percent-encoded. */
const isPlain = (segment = ''): boolean => segment !== '' && !segment.includes('%');

function walk(steps: readonly Step[], req: ApiRequest, res: ServerResponse, fail: FailureHandler): void {
  let at = 0;
  const failed = (error: unknown) => fail(error, req, res);
  const next = (error?: unknown): void => {
    try {
      if (error !== undefined && error !== null) throw error;
      const step = steps[at];
      at += 1;
      step?.(req, res, next)?.catch(failed);
    } catch (thrown) {
      failed(thrown);
    }
  };
  next();
}
