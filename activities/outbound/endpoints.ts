import { z } from 'zod';

const endpoint = z
  .object({
    url: z.string().transform((text, context) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
        context.addIssue({ code: 'custom', message: 'must be an http or https URL' });
        return z.NEVER;
      }
      if (url.username || url.password || url.search || url.hash) {
        context.addIssue({ code: 'custom', message: 'must have no user, password, query or fragment' });
        return z.NEVER;
      }
      return url;
    }),
    /** Its host may be on a private network or this machine, and may be called without TLS. */
    private: z.boolean().default(false),
  })
  .refine((one) => one.private || one.url.protocol === 'https:', {
    path: ['url'],
    message: 'must be https unless "private" is true',
  });

/**
 * The endpoints that products may name, with their addresses: `{"acme": {"url":
 * "https://rating.acme.example"}}`. No other address is called.
 */
export const outboundEndpoints = z.record(
  z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'names are lower-case words joined by hyphens'),
  endpoint,
);

export type OutboundEndpoint = z.output<typeof endpoint>;
export type OutboundEndpoints = Readonly<Record<string, OutboundEndpoint>>;

/** The endpoint with a name, if this installation has it. */
export function endpointNamed(endpoints: OutboundEndpoints, name: string): OutboundEndpoint | undefined {
  return Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
}

/** The address of a path below an endpoint. The path cannot change the host. */
export function urlBelow({ url }: OutboundEndpoint, path: string): URL {
  const target = new URL(url);
  target.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return target;
}
