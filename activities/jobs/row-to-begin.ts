import { lackOfEvent } from '../../db/authority/lack-of-event.js';
import { readClock } from '../../db/clock.js';
import { amountFaults } from '../../db/events/amount-faults.js';
import { type AnnouncementFault, announcementFaults } from '../../db/events/announced-facts.js';
import { audienceOf } from '../../db/events/event-audience.js';
import { isClientOf, readNamedRecords } from '../../db/events/named-records.js';
import { newEvent } from '../../db/events/new-event.js';
import { recordFaults } from '../../db/events/record-faults.js';
import { subjectOfEvent } from '../../db/events/subject-of-event.js';
import { termVersionOf } from '../../db/events/term-version.js';
import type { RowToBegin } from '../../db/jobs/begin-row.js';
import type { Job } from '../../db/models/job.js';
import type { JobRow } from '../../db/models/job-row.js';
import { Organization } from '../../db/models/organization.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { RowError } from '../../domain/jobs/job-types.js';
import { columnAt } from '../../domain/jobs/row-columns.js';
import { configuredAt } from '../../domain/product/configured-at.js';
import type { ActivityDependencies } from '../ground/dependencies.js';

/** The id of a row's event: one for each attempt, so that a repeat of the attempt finds it. */
export const eventIdOfRow = (jobId: string, rowNumber: number, attempt: number): string =>
  derivedId(jobId, String(rowNumber), String(attempt), 'job row');

/** The event of a row as `POST /event/fire` accepts it for the organization, or why it is refused. */
export async function rowToBegin(
  dependencies: ActivityDependencies,
  job: Job,
  row: JobRow,
): Promise<RowToBegin> {
  const { db, catalog, now } = dependencies;
  const { organizationId, productId } = job;
  const failed = (detail: string, field?: string): RowToBegin => ({ error: errorAt(job, detail, field) });
  if (Object.keys(row.payload).length === 0) return failed('its client was erased');
  const [organization, product] = await Promise.all([
    Organization.query(db).findById(organizationId).throwIfNotFound(),
    catalog.productVisibleTo(organizationId, productId),
  ]);
  if (product === null) return failed('the product is not visible to the organization any more');
  const envelope = await envelopeOf(dependencies, job, row, product.id);
  const records = await readNamedRecords(db, organizationId, envelope);
  const event = { organizationId, envelope, records };
  const subject = subjectOfEvent(envelope, records);
  const clock = subject.clockId === undefined ? null : ((await readClock(db, subject.clockId)) ?? null);
  const system = now();
  const at = clock?.businessTime ?? system;
  const asConfigured = asConfiguredAtOf(envelope, system);
  const productVersionId =
    job.productVersionId ??
    (await catalog.versionFor(product.id, {
      effectiveDate: effectiveDateOf(envelope, new BusinessTime(at, product.timeZone, system)),
      asConfiguredAt: asConfigured,
    }));
  const version = productVersionId === null ? null : await catalog.version(productVersionId);
  if (version === null) {
    const effectiveDate = effectiveDateOf(envelope, new BusinessTime(at, product.timeZone, system));
    return failed(`no version of the product is deployed for ${effectiveDate}`, 'effectiveDate');
  }
  const time = new BusinessTime(at, version.timeZone, system);
  const [fault] = [...(await recordFaults(catalog, event)), ...(await amountFaults(db, event))];
  if (fault !== undefined) return failed(textOf(fault), fieldOf(fault));
  const lack = await lackOfEvent(db, { catalog, licenseOf: catalog.licenseOf }, { ...event, now: time });
  if (lack !== undefined) return failed(lack.reason, lack.field);
  const [untrue] = await announcementFaults({ db, catalog }, { organizationId, envelope, now: time });
  if (untrue !== undefined) return failed(textOf(untrue), fieldOf(untrue));
  const { type } = envelope;
  const triggerRequestId = eventIdOfRow(job.id, row.rowNumber, row.attempts + 1);
  const context = {
    organization: { id: organization.id, name: organization.name },
    product,
    version,
    termVersion: await termVersionOf(db, catalog, envelope, subject.policyId),
    asConfiguredAt: asConfigured,
    clock,
    triggerRequestId,
    envelope,
    subject,
    firedBy: job.createdBy,
    audience: await audienceOf(catalog, { organizationId, type, policyId: subject.policyId }, records),
  };
  return { named: { organizationId, triggerRequestId }, make: (key) => newEvent({ ...context, key }) };
}

/** The error of a row, with the column that a field of the payload is from. */
export function errorAt({ columns }: Pick<Job, 'columns'>, detail: string, field?: string): RowError {
  const column = field === undefined ? undefined : columnAt(field, columns);
  return { detail, ...(column !== undefined && { column }) };
}

/** A quote that is asked for again is for the client that the first attempt has made. */
async function envelopeOf(
  { db }: ActivityDependencies,
  job: Job,
  row: JobRow,
  lineId: string,
): Promise<EventEnvelope> {
  const { type, organizationId, productVersionId } = job;
  const isAgain = row.attempts > 0 && type === 'GET_QUOTES' && !('clientId' in row.payload);
  const clientId = isAgain && row.clientId !== null ? row.clientId : undefined;
  const isMade = clientId !== undefined && (await isClientOf(db, organizationId, clientId));
  return {
    type,
    lineId,
    ...(productVersionId !== null && { productVersionId }),
    payload: isMade ? { ...row.payload, clientId } : row.payload,
    source: { sourceType: 'EXTERNAL', organizationId },
    forceSync: false,
    batchMode: false,
    batchId: job.id,
  } as EventEnvelope;
}

function asConfiguredAtOf({ type, payload }: EventEnvelope, system: Date): Date {
  const selector = type === 'GET_QUOTES' ? payload.asConfiguredAtTimestamp : undefined;
  return selector === undefined ? system : configuredAt(selector, system);
}

function effectiveDateOf({ type, payload }: EventEnvelope, now: BusinessTime): string {
  return type === 'GET_QUOTES' ? payload.effectiveDate : now.today;
}

function textOf(fault: AnnouncementFault): string {
  if (fault.kind === 'UNSEEN') return `there is no ${fault.what} ${fault.id}`;
  return fault.kind === 'UNTRUE' ? fault.detail : `${fault.path.at(-1)} ${fault.detail}`;
}

const fieldOf = ({ path }: AnnouncementFault): string => path.join('.');
