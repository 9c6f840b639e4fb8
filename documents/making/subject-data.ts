import type { FormData } from '../../domain/forms/form-data.js';
import { clientRecord, type PolicyToShow, policyRecord, quoteRecord } from '../../domain/forms/records.js';
import { utcDate } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { Subject, SubjectPolicy } from './read-subject.js';

/** What of a form's data does not come from the records that it is about. */
export interface AboutForm {
  now: Date;
  /** Whose document it is. */
  organization: { id: string; name: string };
  product: { id: string; name: string; version: string };
  /** Instead of those of the records. */
  answers?: AnswerMap | undefined;
  /** The payload of the event that it is made for. */
  event?: JsonObject | undefined;
}

/** What a form is filled in from: the policy's answers, else the quote's, else the client's. */
export function formDataOf({ client, quote, components, policy }: Subject, about: AboutForm): FormData {
  const answers: AnswerMap = policy?.answers ?? quote?.intake ?? client.answers;
  return {
    answers: about.answers ?? answers,
    records: {
      ...commonRecords(about),
      client: clientRecord(client),
      ...(quote && { quote: quoteRecord({ ...quote, components }) }),
      ...(policy && { policy: policyRecord(policyToShow(policy)) }),
    },
  };
}

/** What every form can show, whatever it is about. */
export function commonRecords({ now, organization, product, event }: AboutForm): JsonObject {
  return {
    today: utcDate(now),
    generatedAt: now.toISOString(),
    organization,
    product,
    ...(event !== undefined && { event }),
  };
}

function policyToShow({ row, issuer, seller, ...life }: SubjectPolicy): PolicyToShow {
  return { ...row, ...life, issuer: issuer.name, seller: seller.name };
}
