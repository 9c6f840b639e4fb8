import { Ioi } from '../../../clients/typescript/src/index.js';
import { session } from '../session/session.js';
import { currentLanguage } from '../texts/texts.js';

/**
 * The service, as the person who is signed in. When the session has ended, a request waits until the person has signed in
 * again, and is repeated.
 */
export const ioi = new Ioi({
  baseUrl: location.origin,
  session: () => session.id(),
  retries: 2,
  // Questions, reasons and coverages in the language of the console, whatever the browser's is.
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Accept-Language', currentLanguage());
    return fetch(input, { ...init, headers });
  },
});

export * from '../../../clients/typescript/src/index.js';
