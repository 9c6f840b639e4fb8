import { Ioi } from '../../../clients/typescript/src/index.js';
import { session } from '../session/session.js';

/**
 * The service, as the person who is signed in. When the session has ended, a request waits until the person has signed in
 * again, and is repeated.
 */
export const ioi = new Ioi({
  baseUrl: location.origin,
  session: () => session.id(),
  retries: 2,
});

export * from '../../../clients/typescript/src/index.js';
