import { useSyncExternalStore } from 'react';
import { type EventType, ioi, type Me, type Permission } from '../api/client.js';
import { session } from './session.js';

let known: Me | undefined;

/** Signs in, and reads what the person may do. Throws an error whose message tells the person what to do. */
export async function signIn(userId: string, password: string): Promise<void> {
  await session.signIn(userId, password);
  known = await ioi.authentication.me();
  session.changed();
}

/** The person who is signed in; undefined before. Pages are only shown to somebody, and use `me()`. */
export const useMe = (): Me | undefined => useSyncExternalStore(session.watch, () => known);

export function me(): Me {
  if (!known) throw new Error('nobody is signed in');
  return known;
}

/** Whether the person has a permission: controls of what they may not do are absent. */
export const may = (permission: Permission): boolean => known?.permissions.includes(permission) ?? false;

/** Whether the person may fire an event. */
export const mayFire = (type: EventType): boolean => known?.events.includes(type) ?? false;
