import type { JsonObject } from '../ground/json.js';
import type { AnswerMap } from '../intake/answers.js';

/** The parties of a policy. */
export interface PolicyParties {
  client: { name: string | null; answers: AnswerMap };
  /** The quote's answers. They win over the client's, which may have changed since. */
  intake: AnswerMap;
  agency: { id: string; name: string };
  producer?: { id: string; firstName: string; lastName: string; email: string | null } | undefined;
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
  const answer = answersIn(parties);
  const insuredName = client.name ?? answer('client.name') ?? answer('client.contact.name');
  const [firstName, lastName] = nameParts(answer);
  const phone = answer('client.contact.phoneNumber') ?? answer('client.phoneNumber');
  const code = agencyCodes.find(({ carrierId }) => carrierId === carrier.id) ?? agencyCodes[0];
  return given({
    insuredName,
    insured: given({
      name: insuredName,
      dbaName: answer('client.dbaName') ?? answer('client.dba'),
      address1: answer('client.address1'),
      address2: answer('client.address2'),
      city: answer('client.city'),
      state: answer('client.state'),
      zipcode: answer('client.zipcode'),
      phone: answer('client.phoneNumber'),
      website: answer('client.website'),
      naics: answer('client.industry.naics'),
      contact: given({
        firstName,
        lastName,
        email: answer('client.contact.email') ?? answer('client.email'),
        phone,
      }),
    }),
    agency: given({
      id: agency.id,
      name: agency.name,
      codes: code?.agencyCodeData,
    }),
    producer: producer && given({ ...producer, email: producer.email ?? undefined }),
    carrier: given({ id: carrier.id, name: carrier.name, contractCodeSetName: code?.contractCodeSetName }),
  });
}

function answersIn({ client, intake }: PolicyParties): (qid: string) => string | undefined {
  return (qid) => {
    for (const answers of [intake, client.answers]) {
      const entry = answers[qid];
      if (entry?.type === 'ANSWER' && entry.answer !== '') return entry.answer;
    }
    return undefined;
  };
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
