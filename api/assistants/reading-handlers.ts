import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type CompleteRequest,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { prompts } from '../../domain/assistants/prompts.js';
import { refusalInWords } from '../../domain/assistants/refused.js';
import { suggestion } from '../../domain/ground/nearest.js';
import { policiesFound, productNames } from './completions.js';
import { may } from './may.js';
import { OperationRefused } from './operations.js';
import { ProtocolError } from './protocol-error.js';
import {
  glossaryUri,
  markdown,
  NoSuchResource,
  readResource,
  recordResources,
  templateOf,
} from './resources.js';
import type { ToolContext } from './tool.js';

/** Resources, prompts and completions: what an assistant reads beside the tools. */
export function handleReading(
  server: Server,
  {
    guides,
    failed,
    contextOf,
  }: { guides: string; failed(error: unknown): Error; contextOf(signal: AbortSignal): ToolContext },
): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [
      {
        uri: glossaryUri,
        name: 'glossary',
        title: 'Glossary',
        description: 'The terms of the trade',
        mimeType: markdown,
      },
    ],
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, (_request, { signal }) => ({
    resourceTemplates: recordResources
      .filter(({ operations }) => operations.every((operation) => may(contextOf(signal), operation)))
      .map((resource) => {
        const { name, title, description } = resource;
        return { name, title, description, uriTemplate: templateOf(resource), mimeType: markdown };
      }),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    try {
      const text = await readResource(uri, contextOf(signal).operations, guides);
      return { contents: [{ uri, mimeType: markdown, text }] };
    } catch (error) {
      if (error instanceof NoSuchResource)
        throw new ProtocolError('resourceNotFound', error.message, { uri });
      if (!(error instanceof OperationRefused)) throw signal.aborted ? error : failed(error);
      const code = error.problem.status === 404 ? 'resourceNotFound' : 'invalidRequest';
      throw new ProtocolError(code, refusalInWords(error.problem, error.retryAfterSeconds), { uri });
    }
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map(({ name, title, description, arguments: taken }) => ({
      ...{ name, title, description },
      arguments: taken.map(({ completes: _, ...argument }) => argument),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const prompt = promptOf(name);
    const names = prompt.arguments.map((one) => one.name);
    for (const one of Object.keys(given))
      if (!names.includes(one))
        throw new ProtocolError('invalidParams', `${name} takes no argument ${one}${suggestion(one, names)}`);
    for (const one of prompt.arguments)
      if (one.required && !given[one.name])
        throw new ProtocolError(
          'invalidParams',
          `${name} needs the argument ${one.name}: ${one.description}`,
        );
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } }],
    };
  });
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { ref, argument } }, { signal }) => {
    try {
      const values = await valuesFor(ref, argument, contextOf(signal));
      return { completion: { values: values.slice(0, 100), hasMore: values.length > 100 } };
    } catch (error) {
      // Nobody can do anything about it while typing.
      if (error instanceof OperationRefused) return { completion: { values: [] } };
      throw error instanceof ProtocolError || signal.aborted ? error : failed(error);
    }
  });
}

function valuesFor(
  ref: CompleteRequest['params']['ref'],
  argument: { name: string; value: string },
  context: ToolContext,
): Promise<string[]> {
  if (ref.type === 'ref/prompt') return completed(promptOf(ref.name), argument, context);
  const isPolicy = ref.uri === 'ioi://policy/{id}';
  return isPolicy ? policiesFound(argument.value, context, 'id') : Promise.resolve([]);
}

function promptOf(name: string) {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt !== undefined) return prompt;
  const near = suggestion(
    name,
    prompts.map((one) => one.name),
  );
  throw new ProtocolError('invalidParams', `there is no prompt ${name.slice(0, 100)}${near}`);
}

function completed(
  prompt: (typeof prompts)[number],
  argument: { name: string; value: string },
  context: ToolContext,
): Promise<string[]> {
  switch (prompt.arguments.find(({ name }) => name === argument.name)?.completes) {
    case 'PRODUCT':
      return productNames(argument.value, context);
    case 'POLICY':
      return policiesFound(argument.value, context, 'policyNumber');
    case undefined:
      return Promise.resolve([]);
  }
}
