import type { Tokens } from '../../../clients/typescript/src/index.js';
import { t } from '../texts/texts.js';

/** `POST /token`. Throws an error whose message tells the person what to do. */
export async function requestTokens(userId: string, password: string): Promise<Tokens> {
  const response = await fetch('/ioi/v3/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userId, password, grantType: 'PASSWORD' }),
    credentials: 'omit',
  }).catch(() => {
    throw new Error(t('problems.noAnswerDetail'));
  });
  if (response.ok) return response.json() as Promise<Tokens>;
  // An answer that nobody reads keeps its connection.
  await response.body?.cancel();
  if (response.status === 401 || response.status === 400) throw new Error(t('session.wrong'));
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After') ?? 60);
    throw new Error(t('session.limited', { n: Math.ceil(seconds / 60) }));
  }
  throw new Error(t('problems.defect'));
}
