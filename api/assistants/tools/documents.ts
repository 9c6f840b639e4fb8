import { z } from 'zod';
import { documentsInWords, type ListedDocument } from '../../../domain/assistants/documents.js';
import { outside, outsideLines } from '../../../domain/assistants/outside.js';
import { isServed } from '../../../domain/files/file.js';
import { uuid } from '../../../domain/ground/primitives.js';
import type { FileView } from '../../files/schemas.js';
import { ToolRefused } from '../carry-out.js';
import type { Page } from '../found-page.js';
import { may } from '../may.js';
import { reading, type ToolContext } from '../tool.js';

const most = 20;
/** Characters of a document that are told at once. */
const longest = 4_000;
/** Bytes. */
const largestPdf = 20 * 1024 * 1024;
const texts = /^(text\/|application\/(\S+\+)?(json|xml)\b)/;

interface Contract {
  policy: {
    policyContract: {
      documents?: { contentId: string; name: string; url?: string; createdTimestamp: string }[];
    };
  };
}

/** What is kept with a policy, a quote or a client. */
export const listDocuments = reading({
  name: 'list_documents',
  title: 'List documents',
  sentence:
    'Lists the documents of a policy, and the files that were uploaded about a policy, quote or client.',
  input: z
    .strictObject({ policyId: uuid.optional(), quoteId: uuid.optional(), clientId: uuid.optional() })
    .refine((given) => Object.values(given).filter((id) => id !== undefined).length === 1, {
      message: 'must name one of policyId, quoteId, clientId',
    }),
  operations: ['getPolicySections', 'listFiles'],
  needs: 'ANY',
  reads: async (about, context) => {
    const [made, uploaded] = await Promise.all([
      madeFor(about.policyId, context),
      uploadedFor(about, context),
    ]);
    const all = [...made, ...uploaded.list].sort((a, b) => b.on.localeCompare(a.on));
    return documentsInWords(all.slice(0, most), made.length + uploaded.total);
  },
});

async function madeFor(policyId: string | undefined, context: ToolContext): Promise<ListedDocument[]> {
  if (policyId === undefined || !may(context, 'getPolicySections')) return [];
  const { policy } = await context.operations.call<Contract>('getPolicySections', {
    params: { policyId },
    body: { includePolicy: true, includeCommentsStats: false },
  });
  return (policy.policyContract.documents ?? []).flatMap(({ name, url, createdTimestamp }) =>
    url === undefined ? [] : [{ document: url, name, on: createdTimestamp, kind: 'MADE' as const }],
  );
}

async function uploadedFor(
  about: Readonly<Record<string, string | undefined>>,
  context: ToolContext,
): Promise<{ list: ListedDocument[]; total: number }> {
  if (!may(context, 'listFiles')) return { list: [], total: 0 };
  const query = { ...about, size: most };
  const { content, totalElements } = await context.operations.call<Page<FileView>>('listFiles', { query });
  const list = content.map(({ fileId, fileName, createdTimestamp, size, state }) => ({
    ...{ document: fileId, name: fileName, on: createdTimestamp, kind: 'UPLOADED' as const, size },
    ...(!isServed(state) && { unserved: state === 'INFECTED' ? 'it is infected' : 'it is not scanned yet' }),
  }));
  return { list, total: totalElements };
}

/** The text of a document. */
export const readDocument = reading({
  name: 'read_document',
  title: 'Read a document',
  sentence: 'Gives the text of a document that list_documents names, page by page.',
  input: z.strictObject({
    document: z.string().min(1).max(2_000).meta({ description: 'As in list_documents' }),
    page: z.int().min(1).max(1_000).default(1),
  }),
  operations: ['getFileContent', 'downloadFile'],
  needs: 'ANY',
  reads: async ({ document, page }, context) => {
    const isUpload = uuid.safeParse(document).success;
    const operation = isUpload ? 'getFileContent' : 'downloadFile';
    if (!may(context, operation))
      throw new ToolRefused('The permission to read it is missing. Tell the user.');
    const asked = isUpload ? { params: { fileId: document } } : { query: { path: document } };
    const { headers, body } = await context.operations.answer(operation, asked);
    const text = await textOf(headers['content-type'] ?? '', body, context);
    const pages = Math.max(1, Math.ceil(text.length / longest));
    if (page > pages) throw new ToolRefused(`It has ${pages} pages.`);
    const part = text.slice((page - 1) * longest, page * longest);
    return { text: `Page ${page} of ${pages}:\n${outsideLines(part, longest)}` };
  },
});

/** The text of a text or a PDF. What an answer says of its type is as little trusted as its text. */
async function textOf(type: string, body: Buffer, context: ToolContext): Promise<string> {
  if (texts.test(type)) return body.toString();
  const { readPdf, caller, progress } = context;
  if (readPdf === undefined || !body.subarray(0, 5).equals(Buffer.from('%PDF-')))
    throw new ToolRefused(`It is no text (${outside(type, 80)}): tell the user to open it in the console.`);
  if (body.length > largestPdf)
    throw new ToolRefused('It is too large to be read: tell the user to open it in the console.');
  progress('Reading');
  const pages = await readPdf(caller.organizationId, new Uint8Array(body));
  if (pages === undefined)
    throw new ToolRefused('It cannot be read: it is damaged, or has a password. Tell the user.');
  const text = pages.join('\n').trim();
  if (text === '')
    throw new ToolRefused(
      'It has no text, such as a scanned picture: tell the user to open it in the console.',
    );
  return text;
}
