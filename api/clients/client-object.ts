import type { ModelObject } from 'objection';
import type { StoredListedClient } from '../../db/clients/list-clients.js';
import type { Client } from '../../db/models/client.js';
import type { ClientProfile, ClientWithData } from '../../domain/client/client.js';
import { type EveryField, nothingLeft } from '../../domain/ground/every-field.js';
import type { ListedClient } from './list-schemas.js';

/** A client's profile, without answers (spec 2.2). */
export function profileObject(client: Client): EveryField<ClientProfile> {
  const { id, type, name, locationCode, language, status } = client;
  return { clientId: id, clientType: type, clientName: name, locationCode, language, clientStatus: status };
}

/** A client as it is listed. */
export function listedClient(client: StoredListedClient): EveryField<ListedClient> {
  return {
    ...profileObject(client),
    phone: client.phone ?? undefined,
    email: client.email ?? undefined,
    clockId: client.clockId ?? undefined,
    createdTimestamp: client.createdAt.toISOString(),
    updatedTimestamp: client.updatedAt.toISOString(),
  };
}

/** A client with its answers (spec 4.2). */
export function clientObject(client: ModelObject<Client>): EveryField<ClientWithData> {
  const { id, name, type, locationCode, language, answers, clockId, ...others } = client;
  // Not shown.
  const { organizationId, status, answersValidFrom, createdAt, updatedAt, version, ...erasure } = others;
  const { erasedAt, keptUntil, ...rest } = erasure;
  nothingLeft(rest);
  return {
    clientId: id,
    clientName: name,
    clientType: type,
    locationCode,
    language,
    clientData: answers,
    clockId: clockId ?? undefined,
    version: version === undefined ? undefined : Number(version),
    updatedTimestamp: updatedAt.toISOString(),
  };
}
