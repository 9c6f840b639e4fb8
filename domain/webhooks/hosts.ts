import { z } from 'zod';

const host = z
  .string()
  .toLowerCase()
  .regex(
    /^(\*|(\*\.)?[\w-]+(\.[\w-]+)*|\[[\da-f:.]+\])(:\d{1,5})?$/,
    'must be a host such as hooks.example.com, *.example.com or localhost:4000, or * for any',
  );

const rule = z
  .object({
    host,
    /** Allows a private network or this machine, and a connection without TLS. */
    private: z.boolean().default(false),
  })
  .refine((one) => !(one.private && one.host.startsWith('*') && !one.host.startsWith('*.')), {
    path: ['host'],
    message: 'must be named if it is private: * would open every address to every organization',
  });

/**
 * The hosts to which organizations may send notifications:
 * `["*.example.com", {"host": "localhost", "private": true}]`. A host without a port allows all of its ports.
 */
export const webhookHosts = z.array(
  z.union(
    [host.transform((one) => ({ host: one, private: false })), rule],
    'must be a host, or {"host": ..., "private": true}',
  ),
);

export type WebhookHosts = readonly z.output<typeof rule>[];

/** Any host on the public internet, over https. */
export const anyPublicHost: WebhookHosts = [{ host: '*', private: false }];

/** The same, and programs of this machine, also without TLS: for development. */
export const anyPublicOrOwnHost: WebhookHosts = [
  ...anyPublicHost,
  ...['localhost', '127.0.0.1', '[::1]'].map((host) => ({ host, private: true })),
];

/** The target of a notification, and whether the operator allows it to be on a private network. */
export interface WebhookTarget {
  url: URL;
  private: boolean;
}

/** An invalid webhook URL; the message continues a sentence after the field's name. */
export class InvalidWebhookUrl extends Error {}

/** Names without public servers (RFC 2606, 6761, 6762, 8375, and common names in private networks). */
const privateName =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa|test|invalid|onion)$/;

/**
 * The target of an organization's webhook URL. Throws {@link InvalidWebhookUrl} for an invalid URL or one
 * that the operator does not allow. The IP addresses of a name are checked only when connecting.
 */
export function webhookTarget(
  text: string,
  hosts: WebhookHosts,
  isPublicAddress: (address: string) => boolean,
): WebhookTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidWebhookUrl('must be an https URL');
  }
  if (url.username || url.password) throw new InvalidWebhookUrl('must have no user and no password');
  if (url.hash) throw new InvalidWebhookUrl('must have no fragment');
  const matching = hosts.filter((one) => matches(one.host, url));
  if (matching.some((one) => one.private)) return { url, private: true };
  if (url.protocol !== 'https:') throw new InvalidWebhookUrl('must be an https URL');
  if (!isPublicHost(url, isPublicAddress)) {
    throw new InvalidWebhookUrl('must have a host on the public internet');
  }
  if (matching.length === 0) throw new InvalidWebhookUrl('must have a host that this installation allows');
  return { url, private: false };
}

function matches(pattern: string, url: URL): boolean {
  const [, named = pattern, port] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? [];
  if (port !== undefined && port !== portOf(url)) return false;
  const hostname = hostnameOf(url);
  if (named === '*') return true;
  return named.startsWith('*.') ? hostname.endsWith(named.slice(1)) : hostname === named;
}

function isPublicHost(url: URL, isPublicAddress: (address: string) => boolean): boolean {
  const hostname = hostnameOf(url);
  // The URL parser has already converted any notation of an IPv4 address to four numbers.
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return isPublicAddress(hostname);
  if (hostname.startsWith('[')) return isPublicAddress(hostname.slice(1, -1));
  return hostname.includes('.') && !privateName.test(hostname);
}

function hostnameOf(url: URL): string {
  return url.hostname.replace(/\.$/, '');
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}
