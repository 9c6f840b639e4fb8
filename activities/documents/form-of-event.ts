import { ApplicationFailure } from '@temporalio/common';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { DocumentMaker } from '../../documents/making/document-maker.js';
import {
  readSubject,
  type Subject,
  type SubjectIds,
  SubjectProblem,
} from '../../documents/making/read-subject.js';
import { formDataOf } from '../../documents/making/subject-data.js';
import type { FormData } from '../../domain/forms/form-data.js';
import { FormProblem } from '../../domain/forms/form-scope.js';
import { RendererBusy, RenderFailure } from '../../domain/forms/renderer.js';
import { utcDate } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { missing } from '../ground/failures.js';

type EventVersion = Pick<CatalogVersion, 'version' | 'versionId' | 'productId'>;

/** What a form is filled in from where an event asks for it. */
export interface FormOfEvent {
  subject: Subject;
  data: FormData;
  about: Parameters<DocumentMaker['make']>[0]['about'];
}

/** Reads what a form of an event is about, and what it is filled in from. Throws a `SubjectProblem`. */
export async function formOfEvent(
  { db, catalog }: Pick<ActivityDependencies, 'db' | 'catalog'>,
  event: AcceptedEvent,
  version: EventVersion,
  {
    ids,
    now,
    answersOf,
  }: { ids: SubjectIds; now: Date; answersOf?: (subject: Subject) => AnswerMap | undefined },
): Promise<FormOfEvent> {
  const { organizationId, productId, triggerRequestId } = event;
  const product = await catalog.product(productId);
  if (product === null) throw missing('product', productId);
  const subject = await readSubject(db, organizationId, productId, ids, utcDate(now));
  const { policy, quote } = subject;
  const organization = policy
    ? { id: policy.issuer.id, name: policy.issuer.name }
    : quote
      ? { id: quote.quotingOrganizationId, name: quote.quotingOrganizationName }
      : { id: product.ownerOrganizationId, name: product.ownerOrganizationName };
  return {
    subject,
    data: formDataOf(subject, {
      now,
      organization,
      product: { id: productId, name: product.name, version: version.version },
      answers: answersOf?.(subject),
      event: event.envelope.payload as unknown as JsonObject,
    }),
    about: {
      organizationId,
      otherOrganizationId: subject.otherOrganizationId,
      productId,
      productVersionId: version.versionId,
      clientId: subject.client.id,
      quoteId: quote?.requestId ?? null,
      policyId: policy?.row.id ?? null,
      triggerRequestId,
    },
  };
}

/**
 * Why a document cannot be made, now or ever; undefined for what is no such reason. Where the reason passes by itself it is
 * thrown, so that the activity is tried again.
 */
export function whyNotMade(error: unknown): string | undefined {
  if (error instanceof RendererBusy) {
    throw ApplicationFailure.create({ type: 'RENDERER_BUSY', message: error.message, cause: error });
  }
  const isReason =
    error instanceof SubjectProblem || error instanceof FormProblem || error instanceof RenderFailure;
  return isReason ? error.message : undefined;
}

/** Who made what an event asked for. */
export function madeByEvent({ triggerRequestId, type, organizationId }: AcceptedEvent): JsonObject {
  return { kind: 'EVENT', organizationId, triggerRequestId, type };
}
