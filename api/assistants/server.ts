import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { whatMarksMean } from '../../domain/assistants/outside.js';
import { type Answered, NoSuchTool, Tools } from './carry-out.js';
import { listed } from './listed-tool.js';
import { ProtocolError } from './protocol-error.js';
import { handleReading } from './reading-handlers.js';
import type { Tool, ToolContext } from './tool.js';

/** Made once: each takes milliseconds. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

const instructions = [
  'This is an insurance policy administration and quoting service.',
  'Start with `find` for somebody or something that a person names, and with `product_questions` for a new risk.',
  'No tool changes anything but `act`: tools such as `quote`, `bind`, `endorse` or `cancel` only preview, and give a token. Show the preview to the user, and act with its token once the user agrees.',
  'Dates are YYYY-MM-DD in what you send. Never guess an id or an answer: look it up, or ask the user.',
  whatMarksMean,
].join(' ');

export interface ServerUses {
  version: string;
  /** The folder of the documentation. */
  guides: string;
  tools: readonly Tool[];
  /** Notes a failure of the service; what is answered instead. */
  failed(error: unknown): Error;
  /** The context of a call, with its progress and its end. */
  contextOf(call: Pick<ToolContext, 'progress' | 'signal'>): ToolContext;
}

/** The protocol's server for one request: it keeps nothing, so that any process can answer the next. */
export function protocolServer({ version, guides, tools, failed, contextOf }: ServerUses): Server {
  const server = new Server(
    { name: 'ioi', title: 'Insurance policy administration', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions,
      jsonSchemaValidator,
    },
  );
  handleReading(server, {
    guides,
    failed,
    contextOf: (signal) => contextOf({ signal, progress: () => undefined }),
  });
  server.setRequestHandler(ListToolsRequestSchema, (_request, { signal }) => ({
    tools: new Tools(tools, contextOf({ signal, progress: () => undefined })).listed.map(listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
    const { name, arguments: given } = params;
    const token = _meta?.progressToken;
    let progress = 0;
    const say = (message: string) => {
      if (token === undefined) return;
      progress += 1;
      // A client that is gone is told nothing.
      void sendNotification({
        method: 'notifications/progress',
        params: { progressToken: token, progress, message },
      }).catch(() => undefined);
    };
    try {
      return resultOf(await new Tools(tools, contextOf({ signal, progress: say })).call(name, given));
    } catch (error) {
      if (error instanceof NoSuchTool) throw new ProtocolError('invalidParams', error.message);
      // Nobody waits for the answer to a call that was canceled.
      throw signal.aborted ? error : failed(error);
    }
  });
  return server;
}

const resultOf = ({ text, links = [], structured, isError }: Answered): CallToolResult => ({
  content: [
    { type: 'text', text },
    ...links.map(({ uri, name }) => ({ type: 'resource_link' as const, uri, name })),
  ],
  ...(structured && { structuredContent: structured }),
  ...(isError && { isError }),
});
