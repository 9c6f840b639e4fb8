import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { prompts } from '../../domain/assistants/prompts.js';
import { refusalInWords } from '../../domain/assistants/refused.js';
import { suggestion } from '../../domain/ground/nearest.js';
import { policiesFound, productNames } from './completions.js';
import { may } from './may.js';
import { OperationRefused } from './operations.js';
import {
  glossaryUri,
  markdown,
  NoSuchResource,
  readResource,
  recordResources,
  templateOf,
} from './resources.js';
import type { ToolContext } from './tool.js';

/** Of the protocol: a resource that there is not. */
const resourceNotFound = -32002;

/** Resources, prompts and completions: what an assistant reads beside the tools. */
export function handleReading(
  server: Server,
  { guides, contextOf }: { guides: string; contextOf(signal: AbortSignal): ToolContext },
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
      if (error instanceof NoSuchResource) throw new McpError(resourceNotFound, error.message, { uri });
      if (!(error instanceof OperationRefused)) throw error;
      const code = error.problem.status === 404 ? resourceNotFound : ErrorCode.InvalidRequest;
      throw new McpError(code, refusalInWords(error.problem, error.retryAfterSeconds), { uri });
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
        throw new McpError(
          ErrorCode.InvalidParams,
          `${name} takes no argument ${one}${suggestion(one, names)}`,
        );
    for (const one of prompt.arguments)
      if (one.required && !given[one.name])
        throw new McpError(
          ErrorCode.InvalidParams,
          `${name} needs the argument ${one.name}: ${one.description}`,
        );
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } }],
    };
  });
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { ref, argument } }, { signal }) => {
    const context = contextOf(signal);
    const values =
      ref.type === 'ref/prompt'
        ? await completed(promptOf(ref.name), argument, context)
        : ref.uri === 'ioi://policy/{id}'
          ? await policiesFound(argument.value, context, 'id')
          : [];
    return { completion: { values: values.slice(0, 100), hasMore: values.length > 100 } };
  });
}

function promptOf(name: string) {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt !== undefined) return prompt;
  const near = suggestion(
    name,
    prompts.map((one) => one.name),
  );
  throw new McpError(ErrorCode.InvalidParams, `there is no prompt ${name.slice(0, 100)}${near}`);
}

async function completed(
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
      return [];
  }
}
