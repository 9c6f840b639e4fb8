/** A body with what came beside it. */
export interface WithResponse<Body> {
  data: Body;
  status: number;
  /** All of them, such as `RateLimit`, `Deprecation` or `Idempotency-Replayed`. */
  headers: Headers;
  /** The version of the record, for `ifMatch`. */
  etag: string | undefined;
  /** Finds the request in the service's log. */
  requestId: string | undefined;
}

/** The body of an answer; `withResponse()` has its status and headers, too. */
export type Answered<Body> = Promise<Body> & { withResponse(): Promise<WithResponse<Body>> };

export function answered<Body>(whole: Promise<WithResponse<Body>>): Answered<Body> {
  const body = whole.then(({ data }) => data);
  const withResponse = () => {
    // The failure is told by the other promise.
    body.catch(() => undefined);
    return whole;
  };
  return Object.assign(body, { withResponse });
}
