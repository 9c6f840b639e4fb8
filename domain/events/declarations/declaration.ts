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

/** Fields of a trigger result's `metadata`; the description of a field is its text in `docs/reference/events.md`. */
export type ResultFields = Readonly<Record<string, z.ZodType>>;

/** Everything that the service knows of an event type. */
export interface EventDeclaration<
  Payload extends z.ZodType = z.ZodType,
  Action extends string = string,
  Result extends ResultFields = ResultFields,
> {
  family: EventFamily;
  /** A caller who fires it needs one of these permissions. */
  firedWith: readonly [FiringPermission, ...FiringPermission[]];
  /** What firing it does, or when the service fires it. Markdown, a paragraph of `docs/reference/events.md`. */
  description: string;
  payload: Payload;
  defaultActions: readonly DefaultAction<Action>[];
  /** What its default actions add to the trigger result's `metadata`; it types their handlers. */
  result: Result;
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
type Declared<Payload extends z.ZodType, Action extends string, Result extends ResultFields> = Pick<
  EventDeclaration<Payload, Action, Result>,
  'firedWith' | 'description' | 'payload' | 'examples'
> &
  Partial<EventDeclaration<Payload, Action, Result>>;

type NoFields = Record<never, never>;

/** Declares a command, such as `GET_QUOTES`. */
export const command = <
  Payload extends z.ZodType,
  const Action extends string = never,
  Result extends ResultFields = NoFields,
>(
  declared: Declared<Payload, Action, Result>,
): EventDeclaration<Payload, Action, Result> => declaration('COMMAND', declared);

/** Declares a notification, such as `POLICY_CREATED`. */
export const notification = <
  Payload extends z.ZodType,
  const Action extends string = never,
  Result extends ResultFields = NoFields,
>(
  declared: Declared<Payload, Action, Result>,
): EventDeclaration<Payload, Action, Result> => declaration('NOTIFICATION', declared);

const declaration = <Payload extends z.ZodType, Action extends string, Result extends ResultFields>(
  family: EventFamily,
  { result = {} as Result, ...declared }: Declared<Payload, Action, Result>,
): EventDeclaration<Payload, Action, Result> => ({
  family,
  defaultActions: [],
  honorsForceSync: false,
  needsStorefront: false,
  result,
  ...declared,
});
