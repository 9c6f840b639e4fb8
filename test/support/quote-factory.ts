import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { acceptEvent } from '../../db/events/accept-event.js';
import { recordAction } from '../../db/events/record-action.js';
import { type LoadedVersion, loadVersion } from '../../db/products/load-version.js';
import { insertQuotes, recordOf } from '../../db/quotes/record-quote.js';
import type { ConfiguredAction } from '../../domain/actions/configured-action.js';
import { eventEnvelope, type GetQuotesEnvelope } from '../../domain/events/envelope.js';
import { theService } from '../../domain/ground/author.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import type { Term } from '../../domain/ground/term.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { ratingOf } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { newQuotes } from '../../domain/quote/package-quote.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { anImport } from './product-factory.js';

/** Imports a definition and loads it as it was stored. */
export async function aLoadedVersion(
  db: Database,
  organizationId: string,
  definition: ProductDefinition,
): Promise<LoadedVersion> {
  const { versionId } = await anImport(db, organizationId, definition);
  return (await loadVersion(db, versionId))!;
}

export interface QuoteToStore {
  version: LoadedVersion;
  organizationId: string;
  intake: AnswerMap;
  /** The first action of the product unless given. */
  actionId?: string;
  effectiveDate?: string;
  term?: Term;
  madeAt?: Date;
}

/** Rates an intake as the rating action does, and stores the quote; answers its request id. */
export async function aStoredQuote(db: Database, given: QuoteToStore): Promise<string> {
  const { version, organizationId, effectiveDate = '2026-07-01', term, madeAt = new Date() } = given;
  const triggerRequestId = randomUUID();
  const envelope = eventEnvelope.parse({
    type: 'GET_QUOTES',
    lineId: version.productId,
    payload: { effectiveDate, intake: given.intake, ...(term && { term }) },
  }) as GetQuotesEnvelope;
  await acceptEvent(db, {
    triggerRequestId,
    organizationId,
    type: 'GET_QUOTES',
    productId: version.productId,
    productVersionId: version.versionId,
    clientId: null,
    batchId: null,
    envelope,
    // Nothing starts its run.
    plan: {} as RunPlan,
    firedBy: theService,
    asConfiguredAt: madeAt,
  });
  const action = actionOf(version, given.actionId);
  const plan = ratingOf(version.compiled, action)!;
  // As the activity does: on the envelope as the database gives it back.
  const [row] = await db('events').where({ trigger_request_id: triggerRequestId }).select('envelope');
  const { payload } = row.envelope as GetQuotesEnvelope;
  const rating = plan.rate({ answers: payload.intake, effectiveDate, term });
  const { quote, components } = newQuotes(
    {
      triggerRequestId,
      organizationId,
      envelope: row.envelope,
      clientId: null,
      clockId: null,
      action: { actionId: action.id, type: action.type },
      product: {
        id: version.productId,
        versionId: version.versionId,
        source: 'HOSTING',
        title: version.definition.product.title,
      },
      quoting: { organizationId, name: 'Quoting' },
      term: term ?? plan.terms[0]!,
      asConfiguredAt: madeAt,
      now: new BusinessTime(madeAt),
    },
    rating,
  );
  const { requestId } = quote;
  const ended = { attempts: 1, lastError: null, requestId, startedAt: madeAt, endedAt: madeAt };
  const { id: actionId, type, name } = action;
  await recordAction(db, {
    ...{ triggerRequestId, actionId, kind: 'CONFIGURED', type, name, state: 'SUCCEEDED' },
    ...ended,
  });
  await insertQuotes(db, [recordOf({ quote, rating }), ...components.map(recordOf)]);
  return requestId;
}

function actionOf({ definition }: LoadedVersion, actionId?: string): ConfiguredAction {
  const actions = definition.configurations.flatMap(({ events }) => events.GET_QUOTES ?? []);
  return actions.find(({ id }) => actionId === undefined || id === actionId)!;
}
