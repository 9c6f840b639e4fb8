/** Names of this machine in an address. */
export const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const longest = 500;

/**
 * Why an answer may not be sent to an address: it must be `https`, or `http` on this machine, where the program listens
 * itself (RFC 8252). Undefined if it may.
 */
export function whyNotRedirect(text: string): string | undefined {
  if (text.length > longest) return `has more than ${longest} characters`;
  // What browsers would drop or read as another place.
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(text) || !URL.canParse(text)) return 'is not an absolute URL';
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== '' || text.includes('#')) return 'has a fragment';
  if (username !== '' || password !== '') return 'has a user';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:' && loopback.has(hostname)) return undefined;
  return 'is neither https, nor http on localhost, 127.0.0.1 or [::1]';
}

/** Whether an address is the registered one: exactly, but for the port on this machine, which programs get anew each time. */
export function isRegisteredRedirect(asked: string, registered: string): boolean {
  if (asked === registered) return true;
  return whyNotRedirect(asked) === undefined && withoutPort(asked) === withoutPort(registered);
}

function withoutPort(text: string): string | undefined {
  const url = new URL(text);
  if (url.protocol !== 'http:' || !loopback.has(url.hostname)) return text;
  url.port = '';
  return url.href;
}
