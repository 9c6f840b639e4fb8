/** How requests say who sends them. */
export interface Credentials {
  headers(): Promise<Record<string, string>>;
  /** The service refused these headers. Answers whether others can be had: then the request is sent again. */
  renew(): boolean;
}

/** Tokens of `POST /token`. */
export interface Tokens {
  accessToken: string;
  idToken: string;
}

/** An API key with its secret. */
export function keyCredentials(key: string, secret: string): Credentials {
  const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  return { headers: () => Promise.resolve(headers), renew: () => false };
}

/** A person's tokens: signs in at the first request, and again once the service refuses the tokens. */
export function tokenCredentials(signIn: () => Promise<Tokens>): Credentials {
  let current: Promise<Record<string, string>> | undefined;
  return {
    headers: () => {
      current ??= signIn().then(headersOf);
      // A sign-in that failed is not kept: the next request tries again.
      current.catch(() => {
        current = undefined;
      });
      return current;
    },
    renew: () => {
      current = undefined;
      return true;
    },
  };
}

const headersOf = ({ accessToken, idToken }: Tokens): Record<string, string> => ({
  Authorization: `Bearer ${accessToken}`,
  'x-jwt-assertion': idToken,
});
