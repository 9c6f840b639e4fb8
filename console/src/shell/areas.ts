import { may, me } from '../session/me.js';
import type { Area } from './area.js';

const found = import.meta.glob<Area>('../pages/*/area.ts', { eager: true, import: 'area' });
const areas: readonly Area[] = Object.values(found).sort((a, b) => a.order - b.order);

/** The areas that the person may see. */
export const visibleAreas = (): Area[] =>
  areas.filter(({ needs, except }) => needs.some(may) && except !== me().environment);

/** The area of an address, also of one that the person may not see. */
export const areaOf = (address: string): Area | undefined =>
  areas.find(({ path, except }) => except !== me().environment && `${address}/`.startsWith(`${path}/`));

/** Whether the person may see a page, by the path of its route: `/quotes/:quoteId`. */
export const hasPage = (path: string): boolean =>
  visibleAreas().some(({ routes }) => routes.some((each) => each.path === path));

/** Loads the pages that the person may see, one after the other, so that going to one shows it at once. */
export async function loadAhead(): Promise<void> {
  for (const { ahead } of visibleAreas().flatMap(({ routes }) => routes)) {
    // Without a connection now, a page is loaded when it is shown.
    await ahead().catch(() => undefined);
  }
}
