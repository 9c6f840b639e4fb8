import { Ioi } from '../../../clients/typescript/src/index.js';
import { session } from '../session/session.js';

/**
 * The service, as the person who is signed in. When the tokens have ended, a request waits until the person has signed in
 * again, and is repeated.
 */
export const ioi = new Ioi({
  baseUrl: location.origin,
  tokens: () => session.tokens(),
  retries: 2,
});

export * from '../../../clients/typescript/src/index.js';
