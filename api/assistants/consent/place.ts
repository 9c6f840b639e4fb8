import { loopback } from '../../../domain/assistants/redirect-uris.js';

/** Where people allow assistants, and what their tokens are for. */
export interface ConsentPlace {
  /** Of RFC 8414, and the base of all its addresses. */
  issuer: string;
  /** The address of the Model Context Protocol. */
  resource: string;
  resourceMetadataPath: string;
  /** With the host, for challenges. */
  resourceMetadataUrl: string;
  serverMetadataPath: string;
}

export const mcpPath = '/mcp';

/** The addresses of a service. Paths before its own stand behind those that are well known (RFC 8414, section 3.1). */
export function consentPlaceOf(serviceUrl: string): ConsentPlace {
  const { origin, pathname } = new URL(serviceUrl);
  const below = pathname.replace(/\/$/, '');
  const resourceMetadataPath = `/.well-known/oauth-protected-resource${below}${mcpPath}`;
  return {
    issuer: `${origin}${below}`,
    resource: `${origin}${below}${mcpPath}`,
    resourceMetadataPath,
    resourceMetadataUrl: `${origin}${resourceMetadataPath}`,
    serverMetadataPath: `/.well-known/oauth-authorization-server${below}`,
  };
}

/** Whether tokens may travel there: encrypted, or within the machine (OAuth 2.1, section 1.5). */
export function isSafePlace({ issuer }: ConsentPlace): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'https:' || loopback.has(hostname);
}
