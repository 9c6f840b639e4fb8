import { isObject, type JsonObject } from '../ground/json.js';
import type { AnswerMap } from '../intake/answers.js';

/** The person who sold a policy. */
export interface Producer {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
}

/** The parties of a policy. */
export interface PolicyParties {
  client: { name: string | null; answers: AnswerMap };
  /** The quote's answers. They win over the client's, which may have changed since. */
  intake: AnswerMap;
  agency: { id: string; name: string };
  producer?: Producer | undefined;
  carrier: { id: string; name: string };
  agencyCodes: readonly AgencyCode[];
}

interface AgencyCode {
  carrierId: string;
  carrierName?: string | undefined;
  contractCodeSetName?: string | undefined;
  agencyCodeData?: JsonObject | undefined;
}

/** The policy's `policyMeta` (spec 2.6), the searchable data (spec 4.7). Unknown values are omitted. */
export function policyMetaOf(parties: PolicyParties): JsonObject {
  const { client, agency, producer, carrier, agencyCodes } = parties;
  const insured = insuredOf([parties.intake, client.answers]);
  const insuredName = client.name ?? insured.name;
  const code = agencyCodes.find(({ carrierId }) => carrierId === carrier.id) ?? agencyCodes[0];
  return given({
    insuredName,
    insured: given({ ...insured, name: insuredName, contact: given(insured.contact) }),
    agency: given({
      id: agency.id,
      name: agency.name,
      codes: code?.agencyCodeData,
    }),
    producer: producer && shown(producer),
    carrier: given({ id: carrier.id, name: carrier.name, contractCodeSetName: code?.contractCodeSetName }),
  });
}

/** The same with another producer. */
export const withProducer = (meta: JsonObject, producer: Producer): JsonObject => ({
  ...meta,
  producer: shown(producer),
});

const shown = ({ email, ...producer }: Producer): JsonObject =>
  given({ ...producer, email: email ?? undefined });

/**
 * The `policyMeta` on a day: as issued, except what the answers about the insured have changed since. A later
 * change of the client's record does not change the policy.
 */
export function metaOn(
  issued: JsonObject,
  { atIssue, onDay }: { atIssue: AnswerMap; onDay: AnswerMap },
): JsonObject {
  const { contact: contactBefore, ...before } = insuredOf([atIssue]);
  const { contact: contactAfter, ...after } = insuredOf([onDay]);
  const insured = changesOf(before, after);
  const contact = changesOf(contactBefore, contactAfter);
  if (after.name === undefined) delete insured.name;
  if (Object.keys(insured).length === 0 && Object.keys(contact).length === 0) return issued;
  const known = objectIn(issued, 'insured');
  return {
    ...issued,
    ...(after.name !== undefined && insured.name !== undefined && { insuredName: after.name }),
    insured: given({
      ...known,
      ...insured,
      contact: given({ ...objectIn(known, 'contact'), ...contact }),
    }),
  };
}

type Fields = { [name: string]: string | undefined };

/** What answers say about the insured; earlier answer maps win. */
function insuredOf(maps: readonly AnswerMap[]) {
  const answer = (qid: string) =>
    maps.map((answers) => textIn(answers, qid)).find((text) => text !== undefined);
  const [firstName, lastName] = nameParts(answer);
  return {
    name: answer('client.name') ?? answer('client.contact.name'),
    dbaName: answer('client.dbaName') ?? answer('client.dba'),
    address1: answer('client.address1'),
    address2: answer('client.address2'),
    city: answer('client.city'),
    state: answer('client.state'),
    zipcode: answer('client.zipcode'),
    phone: answer('client.phoneNumber'),
    website: answer('client.website'),
    naics: answer('client.industry.naics'),
    contact: {
      firstName,
      lastName,
      email: answer('client.contact.email') ?? answer('client.email'),
      phone: answer('client.contact.phoneNumber') ?? answer('client.phoneNumber'),
    },
  };
}

/** The fields that differ, with their later values. */
function changesOf(before: Fields, after: Fields): Fields {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
}

/** An answer that is not empty, if there is one. */
export function textIn(answers: AnswerMap, qid: string): string | undefined {
  const entry = answers[qid];
  return entry?.type === 'ANSWER' && entry.answer !== '' ? entry.answer : undefined;
}

/** A member that is an object; an empty one otherwise. */
export function objectIn(fields: JsonObject, name: string): JsonObject {
  const value = fields[name];
  return isObject(value) ? value : {};
}

function nameParts(answer: (qid: string) => string | undefined): (string | undefined)[] {
  const [first, last] = [answer('client.contact.firstName'), answer('client.contact.lastName')];
  if (first !== undefined || last !== undefined) return [first, last];
  const words = answer('client.contact.name')?.trim().split(/\s+/) ?? [];
  return words.length < 2 ? [words[0]] : [words.slice(0, -1).join(' '), words.at(-1)];
}

function given(fields: { [name: string]: JsonObject[string] | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
