import { z } from 'zod';
import type { ProductCatalog } from '../../db/products/catalog.js';

const endpoint = z
  .object({
    /** Only its products may call it, and those that it consents to. */
    organizationId: z.uuid('must be the id of the organization that it belongs to'),
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
 * The endpoints that products may name, with their addresses and the organizations that they belong to: `{"acme":
 * {"url": "https://rating.acme.example", "organizationId": "…"}}`. No other address is called.
 */
export const outboundEndpoints = z.record(
  z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'names are lower-case words joined by hyphens'),
  endpoint,
);

export type OutboundEndpoint = z.output<typeof endpoint>;
export type OutboundEndpoints = Readonly<Record<string, OutboundEndpoint>>;

/** An address to call. */
export type OutboundAddress = Pick<OutboundEndpoint, 'url' | 'private'>;

/** The endpoint that a product names, if it belongs to the product's owner or to an organization that consents. */
export async function endpointOfProduct(
  {
    endpoints,
    catalog,
  }: { endpoints: OutboundEndpoints; catalog: Pick<ProductCatalog, 'product' | 'consentOf'> },
  productId: string,
  name: string,
): Promise<OutboundEndpoint | undefined> {
  const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
  if (endpoint === undefined) return undefined;
  const { organizationId } = endpoint;
  if ((await catalog.product(productId))?.ownerOrganizationId === organizationId) return endpoint;
  return (await catalog.consentOf(productId, organizationId)) === undefined ? undefined : endpoint;
}

/** The same words whether it is somebody else's or nobody's. */
export const noEndpoint = (name: string): string =>
  `this installation has no endpoint "${name}" of the product's owner or of an organization that consents`;

/** The address of a path below an endpoint. The path cannot change the host. */
export function urlBelow({ url }: OutboundAddress, path: string): URL {
  const target = new URL(url);
  target.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return target;
}
