import type { Request } from 'express';
import type {} from 'passport';
import { type EventType, eventCatalogue } from '../../domain/events/catalogue.js';
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
  permissions: ReadonlySet<Permission>;
  /** The event types that an API key is restricted to; absent: none. */
  eventTypes?: ReadonlySet<string>;
  /** The products that an API key is restricted to; absent: none. */
  productIds?: ReadonlySet<string>;
}

/** The authenticated caller of a request. */
export function callerOf(req: Request): Caller {
  if (!req.user) throw new Unauthorized();
  return req.user;
}

/** Refuses a caller that has none of these permissions (403). */
export function requirePermission(caller: Caller, ...oneOf: readonly Permission[]): void {
  if (oneOf.some((permission) => caller.permissions.has(permission))) return;
  throw new Forbidden(neededOf(oneOf));
}

/** What a caller lacks, such as `the permission quotes:read is needed`. */
export function neededOf(oneOf: readonly Permission[]): string {
  return oneOf.length === 1
    ? `the permission ${oneOf[0]} is needed`
    : `one of the permissions ${oneOf.join(', ')} is needed`;
}

/** Refuses a caller that may not fire, cancel or retry events of this type on this product (403). */
export function requireEvent(caller: Caller, type: EventType, productId: string | null): void {
  requirePermission(caller, ...eventCatalogue[type].firedWith);
  const { eventTypes } = caller;
  if (eventTypes !== undefined && !eventTypes.has(type)) {
    throw new Forbidden(
      `this API key is restricted to the event types ${listOf(eventTypes)}, without ${type}`,
    );
  }
  requireProduct(caller, productId);
}

/** Refuses an API key that is restricted to other products (403). */
export function requireProduct({ productIds }: Caller, productId: string | null): void {
  if (productIds === undefined || (productId !== null && productIds.has(productId))) return;
  const which = productId === null ? 'a request that is about none of them' : `the product ${productId}`;
  throw new Forbidden(
    `this API key is restricted to the products ${listOf(productIds)}: ${which} is refused`,
  );
}

const listOf = (names: ReadonlySet<string>): string => [...names].sort().join(', ');

declare global {
  namespace Express {
    // Passport's own augmentation types `req.user` as this interface.
    interface User extends Caller {}
  }
}
