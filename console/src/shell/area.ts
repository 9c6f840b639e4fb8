import { type ComponentType, createElement, lazy, type ReactNode } from 'react';
import type { Permission } from '../api/client.js';
import type { IconName } from '../parts/icon.js';
import type { PlainKey } from '../texts/keys.js';

/** An area of the console: a place in the navigation, and its pages. Each `pages/<area>/area.ts` exports one. */
export interface Area {
  /** Where it stands in the navigation: 10, 20, … */
  order: number;
  title: PlainKey;
  icon: IconName;
  /** Where its navigation leads. */
  path: string;
  /** Somebody who has none of them doesn't see it. */
  needs: readonly Permission[];
  routes: readonly AreaRoute[];
}

export interface AreaRoute {
  path: string;
  render: (params: Record<string, string | undefined>) => ReactNode;
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : object;

/**
 * A page of its own chunk, which is loaded when it is first shown. It gets the parameters of its path as props:
 * `route('/clients/:clientId', () => import('./client-page.js'), 'ClientPage')`.
 */
export function route<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<{ [K in Name]: ComponentType<ParamsOf<Path>> }>,
  name: Name,
): AreaRoute {
  const Page = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return { path, render: (params) => createElement(Page, params) };
}
