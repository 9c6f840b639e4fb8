import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  InitializeResultSchema,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';

export interface Bridged {
  /** Of the service, without a trailing slash. */
  url: string;
  authorization: string;
  /** Not to the standard output, which has the messages. */
  log(line: string): void;
}

/** No code of the protocol's own: the service did not answer a request. */
const unanswered = -32_000;

/**
 * Carries messages between the standard input and output and a service's `/mcp`, until the input ends: for clients that start
 * their servers as programs. It understands none of them but the version that both sides agree on.
 */
export async function bridge({ url, authorization, log }: Bridged): Promise<void> {
  const client = new StdioServerTransport();
  const service = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization } },
  });
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  const toClient = (message: JSONRPCMessage) => {
    const version = isJSONRPCResultResponse(message)
      ? InitializeResultSchema.safeParse(message.result).data?.protocolVersion
      : undefined;
    if (version !== undefined) service.setProtocolVersion(version);
    void client.send(message);
  };
  const toService = async (message: JSONRPCMessage) => {
    try {
      await service.send(message);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(reason);
      if (!isJSONRPCRequest(message)) return;
      const told = { code: unanswered, message: `The service at ${url} did not answer: ${reason}` };
      await client.send({ jsonrpc: '2.0', id: message.id, error: told });
    }
  };
  service.onmessage = toClient;
  client.onmessage = (message) => void toService(message);
  service.onerror = client.onerror = (error) => log(error.message);
  await service.start();
  await client.start();
  await ended;
  await Promise.allSettled([client.close(), service.close()]);
}
