import { z } from 'zod';
import { configuredAction } from '../actions/configured-action.js';
import { eventType } from '../events/catalog.js';
import { formConfiguration } from '../forms/form.js';
import { timeZone, uuid } from '../ground/primitives.js';
import { languageTag } from '../languages/language-tag.js';
import { translations } from '../languages/wording.js';
import { productMail } from '../mail/product-mail.js';
import { overlays } from '../overlays/overlay.js';
import { policySettings } from '../policy/policy-settings.js';
import { line } from '../questions/line.js';
import { underwritingSettings } from '../quote/loading.js';
import { ratingPlan } from '../rating/plan/plan.js';
import { ratingTable } from '../rating/tables/table.js';
import { acceptedWarning } from './accepted-warning.js';

/**
 * A product definition: the data of a product version in one document (JSON or YAML), validated by this
 * schema and linted on import.
 */
export const productDefinition = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
      .describe('A short, stable name for people and scripts, for example `general-liability`.'),
    version: z.string().min(1).describe('Label of this version, for example `1.2.0`.'),
    included: z
      .array(
        z.strictObject({
          file: z.string().describe('Its path, relative to the product file.'),
          sha256: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .describe('Of its text, in hexadecimal.'),
        }),
      )
      .max(100)
      .optional()
      .describe(
        'The files that the product file included, with their hashes. Import writes it; files that an export wrote keep it.',
      ),
    ocrId: z.string().optional().describe('Served unchanged with the questions.'),
    product: line.describe(
      'The product id is the id of this root line (spec 2.3: a product id is also called a line id).',
    ),
    clientName: z
      .array(z.string())
      .default(['client.name', 'client.contact.name'])
      .describe('Question ids whose answers name a client created by an event; `client.name` first.'),
    /** `supportedEvents` is derived from all configurations (spec 2.3). */
    configurations: z
      .array(
        z.strictObject({
          id: uuid.describe('Unique; the same in later versions.'),
          title: z.string().describe('Its name for people.'),
          events: z
            .partialRecord(eventType, z.array(configuredAction))
            .describe('The actions of each event type.'),
        }),
      )
      .default([])
      .describe('Attaches actions to event types.'),
    tables: z.record(z.string(), ratingTable).default({}).describe('Rating tables by name.'),
    ratingPlans: z
      .record(z.string(), ratingPlan)
      .default({})
      .describe('Rating plans by key; rating actions name them.'),
    timeZone: timeZone
      .optional()
      .describe("Where its business days are, by default in its owner's time zone."),
    policy: policySettings
      .optional()
      .describe('The settings for its policies; `policySettingsOf` has the defaults.'),
    underwriting: underwritingSettings
      .optional()
      .describe('What underwriters may change of a quote that they approve.'),
    languages: z
      .array(languageTag)
      .min(1)
      .max(20)
      .optional()
      .describe('The languages in which it is sold; the first is that of its own texts.'),
    translations: translations
      .optional()
      .describe(
        'Its texts in the other languages, by language and original text; included files may have them.',
      ),
    accepted: z
      .array(acceptedWarning)
      .max(500)
      .optional()
      .describe('Warnings that are right as they are, each with the reason.'),
    overlays: overlays
      .optional()
      .describe(
        'What differs by state, from a day on. They are kept as written; what holds in a state is the product with those that hold there.',
      ),
    forms: z
      .array(formConfiguration)
      .max(200)
      .optional()
      .describe('Documents and evaluations; callers refer to them by `formConfigId`.'),
    mail: productMail.optional().describe('What its clients are sent by mail; by default nothing.'),
  })
  .meta({ id: 'ProductDefinition' });

/** A validated definition, defaults filled in. */
export type ProductDefinition = z.output<typeof productDefinition>;

/**
 * A definition as it was stored. Settings that are newer have their defaults, except one: without `policy.binding`,
 * financing had no time limit when its policies were sold, so an update of the service does not void them.
 */
export function storedDefinition(stored: ProductDefinition): ProductDefinition {
  const definition = productDefinition.parse(stored);
  const { policy } = definition;
  if (policy === undefined || stored.policy?.binding !== undefined) return definition;
  const finance = { ...policy.binding.finance, otherwise: 'WAIT' as const };
  return { ...definition, policy: { ...policy, binding: { ...policy.binding, finance } } };
}
