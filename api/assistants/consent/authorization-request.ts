import { asksToAct } from '../../../domain/assistants/consent.js';
import { isRegisteredRedirect } from '../../../domain/assistants/redirect-uris.js';
import { clientOfId } from '../../../domain/assistants/registered-client.js';
import { BadRequest } from '../../errors/app-error.js';

/** What a program asks a person for (OAuth 2.1, section 4.1.1). */
export interface AuthorizationRequest {
  clientId: string;
  name: string;
  redirectUri: string;
  codeChallenge: string;
  state: string | undefined;
  /** Whether it asks to act, not only to read. */
  acts: boolean;
}

/**
 * Reads the query with which a program sent the browser. All that is wrong is said to the person (400), never sent back: as
 * anybody may register a program, answers by themselves would make the service send browsers anywhere.
 */
export function readAuthorizationRequest(query: string, resource: string): AuthorizationRequest {
  const parameters = new URLSearchParams(query);
  const get = (name: string): string | undefined => {
    const values = parameters.getAll(name);
    if (values.length > 1) throw refused(name, 'is stated more than once');
    return values[0];
  };
  const must = (name: string): string => get(name) ?? refuse(name, 'is missing');

  const clientId = must('client_id');
  const client = clientOfId(clientId) ?? refuse('client_id', 'is no program that this service registered');
  const [only] = client.redirectUris.length === 1 ? client.redirectUris : [];
  const redirectUri = get('redirect_uri') ?? only ?? must('redirect_uri');
  if (!client.redirectUris.some((registered) => isRegisteredRedirect(redirectUri, registered))) {
    throw refused('redirect_uri', 'is none that the program registered');
  }
  if (must('response_type') !== 'code') throw refused('response_type', 'must be code');
  if (get('code_challenge_method') !== 'S256') throw refused('code_challenge_method', 'must be S256');
  const codeChallenge = must('code_challenge');
  if (!/^[\w-]{43}$/.test(codeChallenge)) throw refused('code_challenge', 'is no SHA-256 in base64url');
  requireResource(parameters.getAll('resource'), resource);
  const acts = asksToAct(get('scope'));
  return { clientId, name: client.name, redirectUri, codeChallenge, state: get('state'), acts };
}

/** Refuses another resource than the service's own (RFC 8707), which may be absent. */
function requireResource(asked: readonly string[], own: string): void {
  if (asked.every((each) => isResource(each, own))) return;
  throw refused('resource', `must be ${own}`);
}

/** Whether two addresses of a resource are the same: scheme and host regardless of case, with or without a last slash. */
export function isResource(asked: string, own: string): boolean {
  const normal = (text: string) => (URL.canParse(text) ? new URL(text).href.replace(/\/$/, '') : undefined);
  return normal(asked) === normal(own);
}

/** Where the browser is sent with an answer, which says who answers (RFC 9207). */
export function answerTo(
  { redirectUri, state }: AuthorizationRequest,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  const all = { ...answer, ...(state !== undefined && { state }), iss: issuer };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}

const refused = (name: string, detail: string) =>
  new BadRequest([{ field: 'request', detail: `${name} ${detail}` }]);

function refuse(name: string, detail: string): never {
  throw refused(name, detail);
}
