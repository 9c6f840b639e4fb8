import type { Request } from 'express';
import type {} from 'passport';
import { Forbidden, Unauthorized } from '../errors/app-error.js';
import type { Permission } from './permissions.js';

/** The caller of a request. Everything read or written is scoped to `organizationId`. */
export interface Caller {
  kind: 'API_KEY' | 'USER';
  organizationId: string;
  organizationName: string;
  /** Of the person, or the label of the key; for people. */
  name: string;
  /** The signed-in person; absent for an API key. */
  personId?: string;
  /** The key without its secret; absent for a person. */
  apiKey?: string;
  /** Permission names; `*` stands for all. */
  permissions: readonly string[];
}

/** The authenticated caller of a request. */
export function callerOf(req: Request): Caller {
  if (!req.user) throw new Unauthorized();
  return req.user;
}

/** Refuses a caller that lacks a permission (403). */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (caller.permissions.includes('*') || caller.permissions.includes(permission)) return;
  throw new Forbidden(`the permission ${permission} is needed`);
}

declare global {
  namespace Express {
    // Passport's own augmentation types `req.user` as this interface.
    interface User extends Caller {}
  }
}
