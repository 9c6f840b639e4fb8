import { type ComponentType, createElement, lazy, type ReactNode } from 'react';
import type { Environment, Permission } from '../api/client.js';
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
  /** The environment that does not have it. */
  except?: Environment;
  routes: readonly AreaRoute[];
}

export interface AreaRoute {
  path: string;
  render: (params: Record<string, string | undefined>) => ReactNode;
  /** Loads its code. */
  ahead: () => Promise<unknown>;
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : object;

/**
 * A page of its own chunk, which is loaded when it is first shown, or ahead of that. It gets the parameters of its path as
 * props: `route('/clients/:clientId', () => import('./client-page.js'), 'ClientPage')`.
 */
export function route<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<{ [K in Name]: ComponentType<ParamsOf<Path>> }>,
  name: Name,
): AreaRoute {
  let loaded: ComponentType<object> | undefined;
  let shown: ComponentType<object> | undefined;
  const ahead = async () => {
    loaded = (await load())[name] as ComponentType<object>;
    return { default: loaded };
  };
  const Page = lazy(ahead);
  // React keeps a fallback in sight for 0.3 s, so there is none for code that is there. What was shown stays the same
  // component: another one would lose what was typed.
  const render: AreaRoute['render'] = (params) => {
    shown ??= loaded ?? Page;
    return createElement(shown, params);
  };
  return { path, render, ahead };
}
