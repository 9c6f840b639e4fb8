import type { Me, SignOns } from '../../../clients/typescript/src/index.js';
import { t } from '../texts/texts.js';

const ask = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  fetch(`/ioi/v3${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    credentials: 'same-origin',
  });

/** As the service wants it. */
export const leastPassword = 8;

/** The password is right, and a code is needed beside it. */
export class SecondFactorNeeded extends Error {}

/** `POST /session`: the browser gets its cookie. Throws an error whose message tells the person what to do. */
export async function beginSession(userId: string, password: string, code?: string): Promise<void> {
  const response = await ask(
    'POST',
    '/session',
    { 'X-Session': 'current' },
    { userId, password, code },
  ).catch(() => {
    throw new Error(t('problems.noAnswerDetail'));
  });
  const { code: why } = (await response.json().catch(() => ({}))) as { code?: string };
  if (response.ok) return;
  if (why === 'SECOND_FACTOR_NEEDED') throw new SecondFactorNeeded();
  if (code !== undefined && response.status === 401) throw new Error(t('session.wrongCode'));
  if (response.status === 401 || response.status === 400) throw new Error(t('session.wrong'));
  throw failureOf(response);
}

function failureOf(response: Response): Error {
  if (response.status !== 429) return new Error(t('problems.defect'));
  const seconds = Number(response.headers.get('Retry-After') ?? 60);
  return new Error(t('session.limited', { n: Math.ceil(seconds / 60) }));
}

async function send(path: string, body: object, refused: string): Promise<void> {
  const response = await ask('POST', path, {}, body).catch(() => {
    throw new Error(t('problems.noAnswerDetail'));
  });
  await response.body?.cancel();
  if (!response.ok) throw response.status === 400 ? new Error(refused) : failureOf(response);
}

/** Has a link for a new password mailed, if there is such a user. */
export const askForPasswordLink = (userId: string): Promise<void> =>
  send('/password-reset', { userId }, t('session.wrong'));

/** Replaces a password by the token of a mailed link. Throws an error whose message tells the person what to do. */
export const resetPassword = (token: string, newPassword: string): Promise<void> =>
  send('/password-reset/confirm', { token, newPassword }, t('session.linkOver'));

/** Who is signed in in this browser; undefined: nobody, or the service does not answer. */
export async function readMe(): Promise<Me | undefined> {
  try {
    const response = await ask('GET', '/me', { 'X-Session': 'current' });
    if (response.ok) {
      const me = (await response.json()) as Me;
      // An API key has none: pages are for people.
      return me.sessionId === undefined ? undefined : me;
    }
    await response.body?.cancel();
  } catch {
    // Whatever comes next says that nothing answers.
  }
  return undefined;
}

/** How people sign in here: by a password, where nothing else is known. */
export async function readSignOns(): Promise<SignOns> {
  try {
    const response = await ask('GET', '/sign-on', {});
    if (response.ok) return (await response.json()) as SignOns;
    await response.body?.cancel();
  } catch {
    // The sign-in will say that nothing answers.
  }
  return { passwords: true, providers: [] };
}

/** Whether the session of the page has ended. One that had ended already is refused, which is as good. */
export async function endSession(sessionId: string): Promise<boolean> {
  const response = await ask('DELETE', '/session', { 'X-Session': sessionId }).catch(() => undefined);
  await response?.body?.cancel();
  return response !== undefined && [204, 401].includes(response.status);
}
