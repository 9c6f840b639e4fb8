import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** An application on a port of its own. */
export async function listening(app: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** An assistant's client, connected to the service. */
export async function anAssistant(url: string, authorization: string, name = 'test-assistant') {
  const client = new Client({ name, version: '1.2.3' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization } },
  });
  await client.connect(transport as Transport);
  return client;
}

/** What a tool says. */
export async function told(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const texts = (content as { type: string; text?: string }[]).filter(({ type }) => type === 'text');
  return { text: texts.map(({ text }) => text).join('\n'), isError };
}
