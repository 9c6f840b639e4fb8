import { clientIdOf } from '../../../domain/assistants/registered-client.js';

/** A program that asks, in examples. */
export const exampleAssistant = { name: 'Scribe', redirectUri: 'http://127.0.0.1:51234/callback' };

/** What it asks: the query with which it sends the browser. */
export const exampleRequest = new URLSearchParams({
  response_type: 'code',
  client_id: clientIdOf({ name: exampleAssistant.name, redirectUris: [exampleAssistant.redirectUri] }) ?? '',
  redirect_uri: exampleAssistant.redirectUri,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'of-the-program',
}).toString();
