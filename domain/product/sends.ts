import type { SendEmailAction } from '../actions/configured-action.js';
import type { EventType } from '../events/catalog.js';
import { derivedId } from '../ground/derived-id.js';
import type { ProductMail } from '../mail/product-mail.js';
import type { ProductDefinition } from './definition.js';

/** A person sends a proposal, by `QUOTE_SEND`. */
type SendPurpose = Exclude<keyof ProductMail['sends'], 'PROPOSAL'>;

/** The events at which the service sends by itself, and what people read of it. */
const occasions: Readonly<Record<SendPurpose, { name: string; events: readonly EventType[] }>> = {
  POLICY_DOCUMENTS: {
    name: 'Send the policy documents',
    events: ['POLICY_CREATED', 'ENDORSEMENT_ACTIVATED', 'POLICY_RENEWED'],
  },
  INVOICE: { name: 'Send the invoice', events: ['STATEMENT_CREATED'] },
  NOTICE: {
    name: 'Send the notice',
    events: ['PRE_CANCELLATION_ISSUED', 'POLICY_CANCELED', 'RENEWAL_CANCELLED'],
  },
  REMINDER: { name: 'Send the reminder', events: ['PAYMENT_REMINDER'] },
  RECEIPT: { name: 'Send the receipt', events: ['PAYMENT_RECEIVED'] },
};

/** After all actions of the product, whose documents are attached. */
const afterAll = 1_000_000;

/** What a product's `mail.sends` turns on: actions as if the product configured them, by event type. */
export type Sends = ReadonlyMap<EventType, SendEmailAction>;

/** The sends of a product. Their ids stay the same in all its versions. */
export function sendsOf({ product, mail }: Pick<ProductDefinition, 'product' | 'mail'>): Sends {
  const purposes = Object.keys(occasions) as SendPurpose[];
  return new Map(
    purposes.flatMap((purpose) => {
      const settings = mail?.sends[purpose];
      if (settings === undefined) return [];
      const { name, events } = occasions[purpose];
      const { template, attachments, attach } = settings;
      const action: SendEmailAction = {
        id: derivedId(product.id, 'mail', purpose),
        name,
        order: afterAll,
        type: 'SEND_EMAIL',
        purpose,
        ...(template !== undefined && { template }),
        attachments,
        attach,
        into: 'mail',
      };
      return events.map((event) => [event, action] as const);
    }),
  );
}
