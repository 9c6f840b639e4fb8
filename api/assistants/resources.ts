import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { changeLines } from '../../domain/assistants/change-words.js';
import type { PolicyDayToTell } from '../../domain/assistants/coverage-on-day.js';
import { explainedInWords, stepsInWords, type WorksheetToTell } from '../../domain/assistants/explained.js';
import { type QuoteToTell, quoteInWords } from '../../domain/assistants/quote-words.js';
import { cut } from '../../domain/assistants/told.js';
import { type UpcomingToTell, upcomingInWords } from '../../domain/assistants/upcoming-words.js';
import { suggestion } from '../../domain/ground/nearest.js';
import { uuid } from '../../domain/ground/primitives.js';
import type { Operations } from './operations.js';
import { toldPolicy } from './told-policy.js';

/** A record that an assistant reads as a whole, by the address `ioi://name/id`. */
interface RecordResource {
  name: string;
  title: string;
  description: string;
  /** The operations that it may call. */
  operations: readonly string[];
  read(operations: Operations, id: string): Promise<string>;
}

/** More than an answer of a tool: a resource is what answers link to. */
const longest = 24_000;
const scheme = 'ioi://';
export const glossaryUri = `${scheme}glossary`;
export const markdown = 'text/markdown';

export const recordResources: readonly RecordResource[] = [
  {
    name: 'policy',
    title: 'A policy',
    description: 'How it stands, its coverages, what comes next, and its changes',
    operations: ['getPolicySections', 'getPolicyUpcoming', 'getPolicyTimeline'],
    read: async (operations, policyId) => {
      const params = { policyId };
      const [summary, upcoming, timeline] = await Promise.all([
        toldPolicy(operations, policyId),
        operations.call<UpcomingToTell>('getPolicyUpcoming', { params }),
        operations.call<PolicyDayToTell>('getPolicyTimeline', { params }),
      ]);
      return [summary.text, upcomingInWords(upcoming).text, ...changeLines(timeline.changes, 20)].join(
        '\n\n',
      );
    },
  },
  {
    name: 'quote',
    title: 'A quote',
    description: 'Its price, its coverages, and what is in its way',
    operations: ['getQuote'],
    read: async (operations, quoteRequestId) =>
      quoteInWords(await operations.call<QuoteToTell>('getQuote', { params: { quoteRequestId } })).text,
  },
  {
    name: 'worksheet',
    title: 'The worksheet of a quote',
    description: 'Every step of its rating',
    operations: ['getWorksheet'],
    read: async (operations, quoteId) => {
      const sheet = await operations.call<WorksheetToTell>('getWorksheet', { params: { quoteId } });
      const parts = sheet.sections.map(({ section }) => stepsInWords(sheet, section));
      const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []));
      return [explainedInWords(sheet).text, ...texts].join('\n\n');
    },
  },
];

export const templateOf = ({ name }: RecordResource): string => `${scheme}${name}/{id}`;

/** There is no such resource. */
export class NoSuchResource extends Error {}

/** The text of a resource, as Markdown. Throws {@link NoSuchResource}, and what its operations refuse. */
export async function readResource(uri: string, operations: Operations, guides: string): Promise<string> {
  if (uri === glossaryUri) return readFile(path.join(guides, 'reference', 'glossary.md'), 'utf8');
  const [, name = '', id = ''] = /^ioi:\/\/([a-z]+)\/([^/]+)$/.exec(uri) ?? [];
  const resource = recordResources.find((one) => one.name === name);
  if (resource === undefined || !uuid.safeParse(id).success) {
    const known = [glossaryUri, ...recordResources.map(templateOf)];
    const near = suggestion(uri.replace(/[0-9a-f-]{36}$/i, '{id}'), known);
    throw new NoSuchResource(
      `there is no resource ${uri.slice(0, 200)}${near}; there are ${known.join(', ')}`,
    );
  }
  return cut(await resource.read(operations.limitedTo(resource.operations), id), longest);
}
