import { z } from 'zod';
import { authority } from '../../domain/authority/authority.js';
import { calendarDate, instant, uuid } from '../../domain/ground/primitives.js';
import { environments } from '../../domain/product/timeline.js';
import { severity } from '../errors/problem.js';

/** The shapes that several endpoints of product authors share. */
const counted = z.number().int();

export const finding = z
  .object({
    severity,
    file: z.string(),
    line: counted,
    column: counted,
    path: z.string().meta({ description: 'The place in the product: `product.lines[0].id`.' }),
    message: z.string(),
  })
  .meta({ id: 'ProductFinding' });

export const caseReport = z
  .object({
    cases: counted,
    passed: counted,
    failures: z.array(
      z
        .object({
          file: z.string(),
          line: counted,
          column: counted,
          case: z.string(),
          differences: z.array(
            z
              .object({ key: z.string(), expected: z.string(), got: z.string().nullable() })
              .meta({ id: 'CaseDifference' }),
          ),
          step: z
            .object({
              number: counted,
              component: z.string().optional(),
              section: z.string(),
              step: z.string(),
              did: z.string(),
              after: z.union([z.string(), z.boolean()]).meta({ id: 'StepResult' }).nullable(),
            })
            .meta({ id: 'CaseStep' })
            .nullable()
            .meta({ description: 'The first step of the worksheet that leads to a difference.' }),
          messages: z
            .array(z.object({ code: z.string(), message: z.string() }).meta({ id: 'CaseMessage' }))
            .meta({ description: 'The first messages of the quote.' }),
        })
        .meta({ id: 'CaseFailure' }),
    ),
    accepted: z
      .array(
        z
          .object({
            file: z.string(),
            text: z.string().meta({ description: 'The whole file with the new results; nothing is stored.' }),
            cases: z.array(z.string()).meta({ description: 'The cases that expect them now.' }),
            left: z.array(z.string()).meta({
              description: 'Those to be changed by hand, such as cases whose values come from an anchor.',
            }),
          })
          .meta({ id: 'AcceptedCaseFile' }),
      )
      .optional()
      .meta({ description: 'With `accept`.' }),
  })
  .meta({ id: 'ProductCaseReport' });

export const importedVersion = z
  .object({
    versionId: uuid,
    productId: uuid,
    key: z.string(),
    version: z.string(),
    buildNumber: counted,
    created: z.boolean().meta({ description: 'False: the latest build has the same definition.' }),
    restoredBuildNumber: counted
      .nullable()
      .meta({ description: 'An earlier build with the same definition, which this one restores.' }),
    sha256: z.string(),
    cases: counted.meta({ description: 'How many cases it passed.' }),
    warnings: z.array(finding),
    otherSheets: z.array(z.string()),
  })
  .meta({ id: 'ImportedProductVersion' });

export const actor = z
  .object({
    kind: z.enum(['USER', 'API_KEY', 'OPERATOR']).meta({ id: 'ProductActorKind' }),
    name: z.string(),
    personId: uuid.optional(),
    apiKey: z.string().optional(),
  })
  .meta({ id: 'ProductActor', description: 'A person, an API key, or an operator at the command line.' });

export const environment = z.enum(environments).meta({ id: 'Environment' });

export const grantedAuthority = authority
  .nullable()
  .meta({ description: 'What the license grants; null: what the product usually grants.' });

export interface ListedLine {
  lineId: string;
  title: string;
  active: boolean;
  lines: ListedLine[];
}

const listedLine: z.ZodType<ListedLine> = z
  .lazy(() => z.object({ lineId: uuid, title: z.string(), active: z.boolean(), lines: z.array(listedLine) }))
  .meta({ id: 'ListedLine' });

/** What the version in force today asks and sells. */
const liveVersion = z
  .object({
    versionId: uuid,
    version: z.string(),
    generatesQuotes: z.boolean(),
    lines: z.array(listedLine).meta({ description: 'The lines below the product.' }),
  })
  .meta({ id: 'LiveProductVersion' });
export type LiveVersion = z.infer<typeof liveVersion>;

export const listedProduct = z
  .object({
    productId: uuid.meta({ description: 'The `lineId` of events and quotes.' }),
    key: z.string(),
    name: z.string(),
    ownerOrganizationId: uuid,
    ownerOrganizationName: z.string(),
    licensedTo: z.array(
      z
        .object({
          organizationId: uuid,
          organizationName: z.string(),
          authority: grantedAuthority,
          licensedBy: actor.nullable(),
        })
        .meta({ id: 'ListedLicense' }),
    ),
    live: liveVersion
      .nullable()
      .meta({ description: 'The version in force today (UTC) in this environment; null if there is none.' }),
    builds: counted.meta({ description: 'The number of builds, those that are not listed included.' }),
    versions: z
      .array(
        z
          .object({
            versionId: uuid,
            version: z.string(),
            buildNumber: counted,
            createdAt: instant,
            createdBy: z.string().meta({ description: 'The author.' }),
            importedBy: actor.nullable(),
            archived: z.boolean(),
            archivedBy: actor.nullable(),
            deployments: z.array(
              z
                .object({
                  environment,
                  effectiveDate: calendarDate,
                  deployedAt: instant,
                  deployedBy: actor.nullable(),
                })
                .meta({ id: 'ListedDeployment' }),
            ),
            lastWithdrawal: z
              .object({
                environment,
                effectiveDate: calendarDate,
                withdrawnAt: instant,
                withdrawnBy: actor.nullable(),
              })
              .meta({ id: 'ListedWithdrawal' })
              .nullable(),
          })
          .meta({ id: 'ListedVersion' }),
      )
      .meta({ description: 'The latest 100 builds and those that are deployed, latest first.' }),
  })
  .meta({ id: 'ListedProduct' });
