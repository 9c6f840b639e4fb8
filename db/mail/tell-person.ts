import type { Knex } from 'knex';
import { BusinessTime } from '../../domain/ground/business-time.js';
import type { Mail } from '../models/mail.js';
import { closeTasks } from '../tasks/close-tasks.js';
import { openTask } from '../tasks/open-task.js';

/** Opens a task about a mail that needs a person, once for each time that it was sent; of no client there is none. */
async function tell(
  trx: Knex,
  mail: Mail,
  { key, title, at }: { key: string; title: string; at: Date },
): Promise<void> {
  const { id, organizationId, clientId, quoteId, policyId, purpose, resends } = mail;
  if (clientId === null && quoteId === null && policyId === null) return;
  await openTask(trx, {
    organizationId,
    key: `${key}/${id}/${resends}`,
    title,
    about: {
      clientId: clientId ?? undefined,
      quoteId: quoteId ?? undefined,
      policyId: policyId ?? undefined,
    },
    priority: purpose === 'NOTICE' ? 'HIGH' : 'NORMAL',
    waitsFor: `mail/${id}`,
    now: new BusinessTime(at),
  });
}

/** Nobody knows whether the server took a mail: a person finds out, or has it sent again. */
export const tellUnconfirmed = (trx: Knex, mail: Mail, at: Date): Promise<void> =>
  tell(trx, mail, {
    key: 'unconfirmed-mail',
    title: `It is not known whether a mail was sent: ${mail.subject ?? mail.purpose}`,
    at,
  });

/** A mail came back, or its reader complained. */
export const tellBounced = (
  trx: Knex,
  mail: Mail,
  { reason, at }: { reason: string; at: Date },
): Promise<void> =>
  tell(trx, mail, {
    key: 'bounced-mail',
    title: `A mail came back: ${mail.subject ?? mail.purpose} (${reason})`,
    at,
  });

/** What a person was told about a mail is settled. */
export async function settleMail(trx: Knex, mailId: string, reason: string, at: Date): Promise<void> {
  await closeTasks(trx, { waitsFor: `mail/${mailId}`, reason, now: new BusinessTime(at) });
}
