import { me } from '../session/me.js';
import type { Found } from './find.js';

const most = 6;
// Of a tab, and of a person: names of clients are not left behind on a computer that others use.
const key = () => `ioi.recent.${me().personId}`;

/** What the person went to by the palette, the latest first. */
export function recent(): Found[] {
  try {
    const kept: Found[] = JSON.parse(sessionStorage.getItem(key()) ?? '[]');
    return kept.map((found) => ({ ...found, group: 'recent' }));
  } catch {
    return [];
  }
}

/** Notes that the person went there. */
export function keepRecent(found: Found): void {
  const kept = [found, ...recent().filter(({ path }) => path !== found.path)].slice(0, most);
  sessionStorage.setItem(key(), JSON.stringify(kept));
}
