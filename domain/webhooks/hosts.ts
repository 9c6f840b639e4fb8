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
    /** It may be on a private network or this machine, and may be reached without TLS. */
    private: z.boolean().default(false),
  })
  .refine((one) => !(one.private && one.host.startsWith('*') && !one.host.startsWith('*.')), {
    path: ['host'],
    message: 'must be named where it is private: * would open every address to every organization',
  });

/**
 * The hosts that organizations may have notifications sent to: `["*.example.com", {"host": "localhost",
 * "private": true}]`. A host without a port stands for all of its ports.
 */
export const webhookHosts = z.array(
  z.union(
    [host.transform((one) => ({ host: one, private: false })), rule],
    'must be a host, or {"host": ..., "private": true}',
  ),
);

export type WebhookHosts = readonly z.output<typeof rule>[];

/** Any host of the public internet, over https. */
export const anyPublicHost: WebhookHosts = [{ host: '*', private: false }];

/** Where a notification goes, and whether the operator lets it leave the public internet. */
export interface WebhookTarget {
  url: URL;
  private: boolean;
}

/** What is wrong with an address, in a sentence that goes on from the field's name. */
export class UnfitWebhookUrl extends Error {}

/** Names that no public server has (RFC 2606, 6761, 6762, 8375, and what networks use for themselves). */
const privateName =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa|test|invalid|onion)$/;

/**
 * The target of an address that an organization gave. Throws {@link UnfitWebhookUrl} where it is none, or is not
 * one that the operator allows. Which addresses a name resolves to is seen only when it is connected to.
 */
export function webhookTarget(
  text: string,
  hosts: WebhookHosts,
  isPublicAddress: (address: string) => boolean,
): WebhookTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UnfitWebhookUrl('must be an https URL');
  }
  if (url.username || url.password) throw new UnfitWebhookUrl('must have no user and no password');
  if (url.hash) throw new UnfitWebhookUrl('must have no fragment');
  const matching = hosts.filter((one) => matches(one.host, url));
  if (matching.some((one) => one.private)) return { url, private: true };
  if (url.protocol !== 'https:') throw new UnfitWebhookUrl('must be an https URL');
  if (!isPublicHost(url, isPublicAddress)) {
    throw new UnfitWebhookUrl('must have a host of the public internet');
  }
  if (matching.length === 0) throw new UnfitWebhookUrl('must have a host that this installation allows');
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
  // Every way to write an IPv4 address was read to four numbers by the URL itself.
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
