import type { ServerResponse } from 'node:http';

/** Sends the rest of an answer, as `res.end` does. */
export type End = (...given: unknown[]) => ServerResponse;

/**
 * Calls `change` instead of `res.end`, with what is to be sent. It sends this, or something else, through `end`;
 * later if it has to wait.
 */
export function atEnd(
  res: ServerResponse,
  change: (end: End, body?: unknown, ...others: unknown[]) => void,
): void {
  const end = res.end.bind(res) as End;
  res.end = ((...given: unknown[]): ServerResponse => {
    change(end, ...given);
    return res;
  }) as typeof res.end;
}
