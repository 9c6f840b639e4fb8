import { z } from 'zod';
import type { Authority } from '../authority/authority.js';
import { allows } from '../authority/lack.js';
import { cancellationEvents } from './declarations/cancellation.js';
import { changeEvents } from './declarations/change.js';
import { clientEvents } from './declarations/client.js';
import type { DefaultAction, EventDeclaration } from './declarations/declaration.js';
import { paymentEvents } from './declarations/payment.js';
import { policyEvents } from './declarations/policy.js';
import { quoteEvents } from './declarations/quote.js';
import { renewalEvents } from './declarations/renewal.js';

/** Every event type that can be fired, one declaration each; `docs/reference/events.md` is written from it. */
const declared = {
  ...clientEvents,
  ...quoteEvents,
  ...paymentEvents,
  ...policyEvents,
  ...changeEvents,
  ...cancellationEvents,
  ...renewalEvents,
};

export type EventType = keyof typeof declared;
export const eventTypes = Object.keys(declared) as [EventType, ...EventType[]];
export const eventType = z.enum(eventTypes).meta({ id: 'EventType' });

/** The payload of an event of this type, as accepted. */
export type PayloadOf<Type extends EventType> = z.output<(typeof declared)[Type]['payload']>;

/** What the default actions of an event of this type add to the trigger result's `metadata`. */
export type ResultOf<Type extends EventType> = Type extends EventType
  ? z.output<z.ZodObject<(typeof declared)[Type]['result']>>
  : never;

/** The built-in actions; `activities/default-actions/handlers.ts` says what each does. */
export type DefaultActionType = (typeof declared)[EventType]['defaultActions'][number]['type'];

/** What a built-in action adds: the result of an event type that has it. */
export type ResultOfAction<Action extends DefaultActionType> = ResultOf<
  {
    [Type in EventType]: Action extends (typeof declared)[Type]['defaultActions'][number]['type']
      ? Type
      : never;
  }[EventType]
>;

export const eventCatalog: Readonly<Record<EventType, EventDeclaration<z.ZodType, DefaultActionType>>> =
  declared;

/** The event types that a seller with an authority can fire on the insurer's paper. */
export const eventsOfSeller = (granted: Authority): EventType[] =>
  eventTypes.filter((type) => {
    const { authority } = eventCatalog[type];
    return authority !== undefined && allows(granted, authority);
  });

const savingClient: ReadonlySet<DefaultActionType> = new Set(
  eventTypes
    .flatMap((type): readonly DefaultAction<DefaultActionType>[] => eventCatalog[type].defaultActions)
    .flatMap(({ type, savesClient }) => (savesClient ? [type] : [])),
);

/** Whether a default action saves a client, whose id is known before and answered by the run itself. */
export const savesClient = (type: DefaultActionType): boolean => savingClient.has(type);
