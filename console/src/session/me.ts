import { useSyncExternalStore } from 'react';
import type { EventType, Me, Permission } from '../../../clients/typescript/src/index.js';
import { session } from './session.js';

/** The person who is signed in; undefined before. Pages are only shown to somebody, and use `me()`. */
export const useMe = (): Me | undefined => useSyncExternalStore(session.watch, session.me);

export function me(): Me {
  const known = session.me();
  if (!known) throw new Error('nobody is signed in');
  return known;
}

/** Whether the person has a permission: controls of what they may not do are absent. */
export const may = (permission: Permission): boolean =>
  session.me()?.permissions.includes(permission) ?? false;

/** Whether the person may fire an event. */
export const mayFire = (type: EventType): boolean => session.me()?.events.includes(type) ?? false;
