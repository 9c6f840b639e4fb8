import type {} from 'passport';
import type { Origin } from '../../db/audit/record-audit.js';
import type { AssistantTerms } from '../../domain/assistants/terms.js';
import { type EventType, eventCatalog } from '../../domain/events/catalog.js';
import { Conflict, Forbidden, Unauthorized } from '../errors/app-error.js';
import type { Permission } from './permissions.js';

/** The assistant through which a request came: what its client says of itself, in one line. */
export interface Assistant {
  name: string;
  version?: string;
  /** Of an act that waited for a person, who released it. */
  releasedBy?: { personId: string; name: string };
}

/** The caller of a request. Everything read or written is scoped to `organizationId`. */
export interface Caller {
  kind: 'API_KEY' | 'USER';
  organizationId: string;
  organizationName: string;
  /** Of the person, or the label of the key; for people. */
  name: string;
  /** The signed-in person; absent for an API key. */
  personId?: string;
  /** The session that the request came with; absent for tokens and keys. */
  sessionId?: string;
  /** The key without its secret; absent for a person. */
  apiKey?: string;
  permissions: ReadonlySet<Permission>;
  /** The only event types that an API key can fire; absent: all. */
  eventTypes?: ReadonlySet<string>;
  /** Of an API key that is restricted to products. */
  onlyProducts?: ProductRestriction;
  /** Of a key or grant for assistants: what their acts are bound to. It is for `/mcp` only. */
  assistantTerms?: AssistantTerms;
  /** What the person allows the assistant; absent if it has their own credentials. */
  grantId?: string;
  /** Of this request. */
  origin?: Origin;
  /** Of this request, if it came through `/mcp`. */
  assistant?: Assistant;
}

/** The caller of verified credentials, and how long they are valid. */
export interface Verified {
  caller: Caller;
  /** Milliseconds since 1970; absent if they do not expire. */
  expiresAtMs?: number;
}

/** The products of an API key that is restricted to some. */
export interface ProductRestriction {
  readonly productIds: readonly string[];
  /**
   * Refuses requests that are not about these products, or not only about them (403). One that names nothing passes only
   * if the answer is narrowed to them.
   */
  check(input: CheckedInput): Promise<void>;
}

export interface CheckedInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  /** See `Endpoint`. */
  narrowsToProducts?: boolean;
}

/** The authenticated caller of a request. */
export function callerOf(req: { user?: Caller | undefined }): Caller {
  if (!req.user) throw new Unauthorized();
  return req.user;
}

/** The id of the person who calls; 409 for an API key, with the reason why it will not do. */
export function personOf({ personId }: Caller, whyNoKey: string): string {
  if (personId === undefined) throw new Conflict(whyNoKey);
  return personId;
}

/** Refuses a caller that has none of these permissions (403). */
export function requirePermission(caller: Caller, ...oneOf: readonly Permission[]): void {
  if (oneOf.some((permission) => caller.permissions.has(permission))) return;
  throw new Forbidden(neededOf(oneOf), { code: 'PERMISSION_MISSING' });
}

/** Refuses an API key that is restricted to event types or products: nobody grants what they may not do (403). */
export function requireUnrestricted({ eventTypes, onlyProducts }: Caller, what: string): void {
  if (eventTypes === undefined && onlyProducts === undefined) return;
  throw new Forbidden(`a restricted API key ${what}`, { code: 'KEY_RESTRICTED' });
}

/** Such as `the permission quotes:read is needed`. */
function neededOf(oneOf: readonly Permission[]): string {
  return oneOf.length === 1
    ? `the permission ${oneOf[0]} is needed`
    : `one of the permissions ${oneOf.join(', ')} is needed`;
}

/** Whether a caller may fire, cancel and retry events of this type. */
export function mayFire({ permissions, eventTypes }: Caller, type: EventType): boolean {
  const isPermitted = eventCatalog[type].firedWith.some((permission) => permissions.has(permission));
  return isPermitted && (eventTypes === undefined || eventTypes.has(type));
}

/** Refuses a caller that may not fire, cancel or retry events of this type (403). */
export function requireEvent(caller: Caller, type: EventType): void {
  if (mayFire(caller, type)) return;
  const { permissions, eventTypes = [] } = caller;
  const { firedWith } = eventCatalog[type];
  if (!firedWith.some((permission) => permissions.has(permission))) {
    throw new Forbidden(`${neededOf(firedWith)} for ${type}`, { code: 'PERMISSION_MISSING' });
  }
  const types = [...eventTypes].join(', ');
  throw new Forbidden(`this API key is restricted to the event types ${types}: ${type} is not one of them`, {
    code: 'KEY_RESTRICTED',
  });
}

declare global {
  namespace Express {
    // Passport's own augmentation types `req.user` as this interface.
    interface User extends Caller {}
  }
}
