import { t } from '../../texts/texts.js';

const thisComputer = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where a program gets its answers, in words: the host, which cannot be chosen as a name can, or this computer. */
export function addressOf(redirectUri: string): string {
  const { host, hostname } = new URL(redirectUri);
  return thisComputer.has(hostname) ? `${t('connect.thisComputer')} (${host})` : host;
}
