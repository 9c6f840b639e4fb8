/** How requests say who sends them. */
export interface Credentials {
  headers(): Promise<Record<string, string>>;
  /** The service refused these headers. Answers whether others can be had: then the request is sent again. */
  renew(): boolean;
  /** Whether a browser adds the cookies of the service; by default it does not. */
  cookies?: boolean;
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
  return untilRefused(async () => {
    const { accessToken, idToken } = await signIn();
    return { Authorization: `Bearer ${accessToken}`, 'x-jwt-assertion': idToken };
  });
}

/** A person's session in a browser, which has its cookie: asks for its id as `tokenCredentials` asks for tokens. */
export function sessionCredentials(sessionId: () => Promise<string>): Credentials {
  return { ...untilRefused(async () => ({ 'X-Session': await sessionId() })), cookies: true };
}

function untilRefused(begin: () => Promise<Record<string, string>>): Credentials {
  let current: Promise<Record<string, string>> | undefined;
  return {
    headers: () => {
      current ??= begin();
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
