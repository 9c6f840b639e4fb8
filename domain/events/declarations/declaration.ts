import type { z } from 'zod';
import type { SellerActivity } from '../../authority/lack.js';
import type { Fact } from './fact.js';

/** A built-in action, run before configured actions unless `batchMode` (spec 6.1). */
export interface DefaultAction<Type extends string = string> {
  type: Type;
  /** What people read in the Temporal UI and in `GET /event`. */
  name: string;
  /** It saves a client, whose id is known when the event is accepted and which the run itself answers. */
  savesClient?: true;
}

/** The permissions to fire events, one for each part of the business. */
export const firingPermissions = [
  'quoting:fire',
  'underwriting:fire',
  'binding:fire',
  'billing:fire',
  'servicing:fire',
  'claims:fire',
  'documents:fire',
] as const;
export type FiringPermission = (typeof firingPermissions)[number];

/** A command asks the service to do something; a notification says that something has happened. */
export type EventFamily = 'COMMAND' | 'NOTIFICATION';

/** Everything that the service knows of an event type. */
export interface EventDeclaration<Payload extends z.ZodType = z.ZodType, Action extends string = string> {
  family: EventFamily;
  /** A caller who fires it needs one of these permissions. */
  firedWith: readonly [FiringPermission, ...FiringPermission[]];
  /** What firing it does, or when the service fires it. Markdown, a paragraph of `docs/events.md`. */
  description: string;
  payload: Payload;
  defaultActions: readonly DefaultAction<Action>[];
  /** Payloads that work, about the records of `exampleIds`; together they have every field. */
  examples: readonly z.input<Payload>[];
  /** What a seller must be licensed to do to fire it about another organization's product; absent: no seller may. */
  authority?: SellerActivity;
  /** Of a notification: what must be so before others than the service fire it. */
  fact?: Fact;
  /** The field of a payload that only the insurer may use, if it has it. */
  issuersField?(payload: z.output<Payload>): string | undefined;
  /** `forceSync` is honored: the trigger result waits for ratings (spec 6.4). */
  honorsForceSync: boolean;
  /** An event that comes from a storefront has to say which (spec 6.6). */
  needsStorefront: boolean;
}

/** A declaration without what most event types do not have. */
type Declared<Payload extends z.ZodType, Action extends string> = Pick<
  EventDeclaration<Payload, Action>,
  'firedWith' | 'description' | 'payload' | 'examples'
> &
  Partial<EventDeclaration<Payload, Action>>;

/** Declares a command, such as `GET_QUOTES`. */
export const command = <Payload extends z.ZodType, const Action extends string = never>(
  declared: Declared<Payload, Action>,
): EventDeclaration<Payload, Action> => ({ ...usual, family: 'COMMAND', ...declared });

/** Declares a notification, such as `POLICY_CREATED`. */
export const notification = <Payload extends z.ZodType, const Action extends string = never>(
  declared: Declared<Payload, Action>,
): EventDeclaration<Payload, Action> => ({ ...usual, family: 'NOTIFICATION', ...declared });

const usual = { defaultActions: [], honorsForceSync: false, needsStorefront: false };
