import { z } from 'zod';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { jobEventTypes, jobLimits, jobRowStates, jobStates } from '../../domain/jobs/job-types.js';
import { endpoint, type TextBody } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { queryInteger } from '../http/query.js';

const tags = ['Jobs'] as const;
const params = z.object({ jobId: uuid });
const unknown = { description: 'The organization has no such job.' };

const rowsOf = (description: string) => z.number().int().meta({ description });

const job = z
  .object({
    id: uuid,
    name: z.string().optional(),
    type: z.enum(jobEventTypes).meta({ id: 'JobEventType', description: 'The events that it fires.' }),
    lineId: uuid.meta({ description: 'The product.' }),
    productVersionId: uuid.optional(),
    state: z.enum(jobStates).meta({
      id: 'JobState',
      description: '`PAUSED` and `CANCELED`: no further row is fired; what runs goes on.',
    }),
    fanOut: z.number().int().meta({ description: 'Rows that run beside each other.' }),
    columns: z.array(z.string()).meta({ description: 'Of its file, in order.' }),
    rows: z
      .object({
        total: rowsOf('Of the file.'),
        waiting: rowsOf('Not fired yet.'),
        running: rowsOf('Fired, and their events have not ended.'),
        done: rowsOf('Their events completed.'),
        failed: rowsOf('Refused or failed; `POST /job/{jobId}/retry` runs them again.'),
        canceled: rowsOf('Canceled with the job before they were fired.'),
      })
      .meta({ id: 'JobRows', description: 'In a list as last counted, some seconds ago.' }),
    createdTimestamp: instant,
    createdBy: jsonObject.meta({ description: 'The person or key that made it.' }),
    updatedTimestamp: instant,
    endedTimestamp: instant.optional().meta({ description: 'When no row was waiting or running any more.' }),
  })
  .meta({ id: 'Job' });
export type JobView = z.output<typeof job>;

const bodyText: TextBody = {
  mediaTypes: ['text/csv', 'application/x-ndjson', 'text/plain'],
  description: 'CSV with a header, or NDJSON',
  asBody: (text) => ({ rows: text }),
};

export const createJob = endpoint({
  method: 'post',
  path: '/job',
  operationId: 'createJob',
  summary: 'Make a job: an event for each row of a file',
  description:
    'Checks all rows, and answers 400 with every unknown column, wrong value and missing record; nothing is fired then. ' +
    `At most ${jobLimits.rows.toLocaleString('en-US')} rows and 50 MiB. Needs the permission to fire events of the type. An extension.`,
  tags,
  query: z.object({
    type: z.enum(jobEventTypes).meta({ description: 'The event that is fired for each row.' }),
    lineId: uuid.meta({ description: 'The product that the rows are about.' }),
    productVersionId: uuid
      .optional()
      .meta({ description: 'By default the version that is deployed when a row is fired.' }),
    name: z.string().trim().min(1).max(200).optional().meta({ description: 'For people.' }),
    fanOut: queryInteger({ least: 1, most: jobLimits.fanOut.most, otherwise: jobLimits.fanOut.usual }).meta({
      description: 'How many rows run beside each other.',
    }),
  }),
  body: z
    .object({
      rows: z
        .union([z.string(), z.array(jsonObject)], 'must be CSV or NDJSON as a text, or a list of objects')
        .meta({
          id: 'RowsOfJob',
          description: 'CSV with a header, or NDJSON, as a text; or a list of objects.',
        }),
    })
    .meta({ id: 'JobCreation' }),
  bodyExample: {
    rows: 'effectiveDate,client.name,client.state\n2027-01-01,Corner Bakery,TX\n2027-01-01,Hill Cafe,TX\n',
  },
  bodyText,
  bodyLimit: jobLimits.bytes,
  share: 'reports',
  responses: {
    201: { description: 'The job, which runs.', schema: job },
    404: { description: 'The organization sees no such product.' },
  },
  permission: 'BY_EVENT_TYPE',
});
export type JobQuery = z.output<NonNullable<typeof createJob.query>>;

export const listJobs = endpoint({
  method: 'get',
  path: '/job',
  operationId: 'listJobs',
  summary: 'List jobs',
  description: 'The jobs of the organization, the latest made first. An extension.',
  tags,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of jobs.',
      schema: z.object({ ...pageFields(job), totalIsExact: z.boolean() }).meta({ id: 'JobPage' }),
    },
  },
  permission: 'events:read',
});

export const getJob = endpoint({
  method: 'get',
  path: '/job/:jobId',
  operationId: 'getJob',
  summary: 'Read a job',
  description:
    'With the rows by state, counted now. Read it again and again to follow its progress. An extension.',
  tags,
  params,
  responses: { 200: { description: 'The job.', schema: job }, 404: unknown },
  permission: 'events:read',
});

export const resultFormats = { json: 'application/x-ndjson', csv: 'text/csv' } as const;

export const getJobResult = endpoint({
  method: 'get',
  path: '/job/:jobId/result',
  operationId: 'getJobResult',
  summary: 'Download the result of a job',
  description:
    'A line for each row: its own columns, then `job.row`, `job.outcome`, the ids of its event, client, policy and quotes, ' +
    'and the error with the column at fault. Rows that have not ended are in it, too. An extension.',
  tags,
  params,
  query: z.object({
    format: z.enum(['csv', 'ndjson']).default('csv').meta({ description: 'CSV, or an object a line.' }),
    outcome: z.enum(jobRowStates).optional().meta({
      id: 'JobOutcome',
      description: 'Only the rows with this outcome.',
    }),
    after: queryInteger({ least: 0, most: jobLimits.rows, otherwise: 0 }).meta({
      description: 'Only the rows after the one with this number.',
    }),
    size: queryInteger({ least: 1, most: jobLimits.rows, otherwise: jobLimits.rows }).meta({
      description: 'So many rows at most.',
    }),
  }),
  responses: {
    200: {
      description: 'The file.',
      contentType: resultFormats.csv,
      otherTypes: [resultFormats.json],
    },
    404: unknown,
  },
  share: 'reports',
  audited: 'JOB_RESULT_READ',
  permission: 'events:read',
});

const changing = (
  verb: 'pause' | 'resume' | 'cancel' | 'retry',
  { summary, description, conflict }: { summary: string; description: string; conflict: string },
) =>
  endpoint({
    method: 'post',
    path: `/job/:jobId/${verb}`,
    operationId: `${verb}Job`,
    summary,
    description: `${description} Safe to repeat. Needs the permission to fire events of the job's type. An extension.`,
    tags,
    params,
    responses: {
      200: { description: 'The job.', schema: job },
      404: unknown,
      409: { description: conflict },
    },
    permission: 'BY_EVENT_TYPE',
  });

export const pauseJob = changing('pause', {
  summary: 'Pause a job',
  description: 'Fires no further row until it is resumed. What runs goes on.',
  conflict: 'It has ended or was canceled.',
});

export const resumeJob = changing('resume', {
  summary: 'Resume a job',
  description: 'Goes on with a paused job.',
  conflict: 'It has ended or was canceled.',
});

export const cancelJob = changing('cancel', {
  summary: 'Cancel a job',
  description: 'Cancels the rows that wait, for good. What runs goes on, and its result is recorded.',
  conflict: 'It has ended.',
});

export const retryJob = changing('retry', {
  summary: 'Run the failed rows of a job again',
  description: 'Fires a new event for each row that failed, and for no other.',
  conflict: 'It was canceled.',
});

export type JobResultQuery = z.output<NonNullable<typeof getJobResult.query>>;
