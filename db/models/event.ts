import { Model, type RelationMappings } from 'objection';
import type { EventType } from '../../domain/events/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import type { Author } from '../../domain/ground/author.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { RunResult } from '../../domain/runs/run-result.js';
import { ActionRun } from './action-run.js';
import { BaseModel } from './base.js';
import { Product } from './product.js';
import { Quote } from './quote.js';
import { visibilityOf } from './visibility.js';

export const eventStates = ['ACCEPTED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED'] as const;
export type EventState = (typeof eventStates)[number];

/** Somebody knows that an event failed, and nothing more has to be done. */
export interface Acknowledgement {
  /** ISO 8601. */
  acknowledgedTimestamp: string;
  acknowledgedBy: Author;
  note?: string;
}

/** A fired event: its envelope as accepted, the plan made from it, and its result. */
export class Event extends BaseModel {
  static override tableName = 'events';
  static override idColumn = 'trigger_request_id';
  static override jsonAttributes = [
    ...['envelope', 'plan', 'retryPlan', 'triggerResult', 'chain', 'firedBy', 'acknowledgement'],
  ];
  static override relationMappings: () => RelationMappings = () => ({
    actions: {
      relation: Model.HasManyRelation,
      modelClass: ActionRun,
      join: { from: 'events.trigger_request_id', to: 'action_runs.trigger_request_id' },
    },
    quotes: {
      relation: Model.HasManyRelation,
      modelClass: Quote,
      join: { from: 'events.trigger_request_id', to: 'quotes.trigger_request_id' },
    },
    product: {
      relation: Model.BelongsToOneRelation,
      modelClass: Product,
      join: { from: 'events.product_id', to: 'products.id' },
    },
  });
  static override modifiers = { visibleTo: visibilityOf('events') };

  declare triggerRequestId: string;
  declare organizationId: string;
  /** The other organization of its policy or quotes, which sees that it happened. */
  declare sharedOrganizationId: string | null;
  declare type: EventType;
  declare productId: string;
  declare productVersionId: string;
  declare clientId: string | null;
  /** The client's test clock. */
  declare clockId: string | null;
  /** When it was fired by that clock; null without one. */
  declare businessTime: Date | null;
  declare batchId: string | null;
  declare policyId: string | null;
  /** The event whose action fired this one. */
  declare parentTriggerRequestId: string | null;
  /** The number of its ancestors. */
  declare depth: number;
  /** The actions that fired its ancestors and it, topmost first. */
  declare chain: string[];
  /** The service fired it itself, whatever its `source` says. */
  declare byService: boolean;
  /** The caller or the service. */
  declare firedBy: Author;
  /** How often failed actions were retried. */
  declare retries: number;
  declare envelope: EventEnvelope;
  declare envelopeSha256: string;
  /** The workflow's argument, so that the sweep starts the same run as the request. */
  declare plan: RunPlan;
  /** The argument of the latest run that retries failed actions. */
  declare retryPlan: RunPlan | null;
  declare state: EventState;
  declare triggerResult: RunResult | null;
  declare asConfiguredAt: Date;
  declare createdAt: Date;
  declare closedAt: Date | null;
  declare cancelRequestedAt: Date | null;
  /** Of the failures of its latest run. */
  declare acknowledgement: Acknowledgement | null;
}
