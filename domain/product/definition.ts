import { z } from 'zod';
import { configuredAction } from '../actions/configured-action.js';
import { eventType } from '../events/catalogue.js';
import { formConfiguration } from '../forms/form.js';
import { uuid } from '../ground/primitives.js';
import { policySettings } from '../policy/policy-settings.js';
import { line } from '../questions/line.js';
import { ratingPlan } from '../rating/plan/plan.js';
import { ratingTable } from '../rating/tables/table.js';

/**
 * A product definition: the data of a product version in one document (JSON or YAML), validated by this
 * schema and linted on import.
 */
export const productDefinition = z
  .strictObject({
    /** A short, stable name for people and scripts, for example `general-liability`. */
    key: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'),
    /** Label of this version, for example `1.2.0`. */
    version: z.string().min(1),
    ocrId: z.string().optional(),
    /** The product id is the id of this root line (spec 2.3: a product id is also called a line id). */
    product: line,
    /** Question ids whose answers name a client created by an event; `client.name` first. */
    clientName: z.array(z.string()).default(['client.name', 'client.contact.name']),
    /** Attaches actions to event types; `supportedEvents` is derived from all configurations (spec 2.3). */
    configurations: z
      .array(
        z.strictObject({
          id: uuid,
          title: z.string(),
          events: z.partialRecord(eventType, z.array(configuredAction)),
        }),
      )
      .default([]),
    tables: z.record(z.string(), ratingTable).default({}),
    ratingPlans: z.record(z.string(), ratingPlan).default({}),
    /** The settings for its policies; `policySettingsOf` has the defaults. */
    policy: policySettings.optional(),
    /** Documents and evaluations; callers refer to them by `formConfigId`. */
    forms: z.array(formConfiguration).max(200).optional(),
  })
  .meta({ id: 'ProductDefinition' });

/** A validated definition, defaults filled in. */
export type ProductDefinition = z.output<typeof productDefinition>;
