import express, { type Request } from 'express';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolRefused } from '../../../api/assistants/carry-out.js';
import { InnerRequests } from '../../../api/assistants/inner-requests.js';
import { noActs } from '../../../api/assistants/no-acts.js';
import { assistantRoutes } from '../../../api/assistants/routes.js';
import { newSessionId } from '../../../api/assistants/sessions.js';
import { reading } from '../../../api/assistants/tool.js';
import { endpoint } from '../../../api/http/endpoint.js';
import { anAssistant, listening, told } from '../../support/assistant.js';

/** Calls that wait until they are canceled, with what became of them. */
const waiting: { begun: number; aborted: number; onBegin: (() => void)[]; onAbort: (() => void)[] } = {
  ...{ begun: 0, aborted: 0 },
  ...{ onBegin: [], onAbort: [] },
};

const who = endpoint({
  ...{ method: 'get', path: '/who', operationId: 'who', summary: 'Who', tags: ['Authentication'] },
  responses: { 200: { description: 'Who' } },
});
const forbidden = { ...who, path: '/forbidden', operationId: 'forbidden', permission: 'audit:read' as const };

const tools = [
  reading({
    ...{ name: 'wait', title: 'Wait', sentence: 'Waits.', operations: [] },
    input: z.strictObject({}),
    reads: (_input, { signal, progress }) => {
      progress('waiting');
      waiting.begun += 1;
      for (const begun of waiting.onBegin.splice(0)) begun();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          waiting.aborted += 1;
          for (const aborted of waiting.onAbort.splice(0)) aborted();
          reject(new Error('canceled'));
        });
      });
    },
  }),
  reading({
    ...{ name: 'who', title: 'Who', sentence: 'Says who asks.', operations: ['who'] },
    input: z.strictObject({}),
    reads: async (_input, { operations }) => ({ text: JSON.stringify(await operations.call('who')) }),
  }),
  reading({
    ...{ name: 'trespass', title: 'Trespass', sentence: 'Calls what it does not declare.', operations: [] },
    input: z.strictObject({}),
    reads: async (_input, { operations }) => ({ text: JSON.stringify(await operations.call('who')) }),
  }),
  reading({
    ...{ name: 'audit', title: 'Audit', sentence: 'Needs a permission.', operations: ['forbidden'] },
    input: z.strictObject({}),
    reads: () => Promise.reject(new ToolRefused('never')),
  }),
  reading({
    ...{ name: 'long', title: 'Long', sentence: 'Says much.', operations: [] },
    input: z.strictObject({}),
    reads: async () => ({ text: 'a line of text\n'.repeat(2_000) }),
  }),
];

let service: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  const requests = new InnerRequests();
  const app = express();
  const admit = (req: Request, _res: unknown, next: () => void) => {
    req.user = {
      ...{ kind: 'API_KEY', organizationId: 'o', organizationName: 'O', name: 'a key' },
      apiKey: req.headers.authorization ?? '',
      permissions: new Set(['tasks:read']),
    };
    next();
  };
  app.use(
    assistantRoutes({
      ...{ requests, tools, acts: noActs, admit: [admit], origins: [], isLocal: true },
      ...{ version: '1', guides: 'docs', logger: pino({ level: 'silent' }) },
    }),
  );
  app.get('/who', (req, res) => {
    const { authorization, 'accept-language': language } = req.headers;
    res.json({ assistant: req.assistant ?? null, authorization, language, address: req.ip });
  });
  requests.serve(app, [who, forbidden]);
  service = await listening(app);
});
afterAll(() => service?.stop());

const next = (list: (() => void)[]) =>
  new Promise<void>((resolve) => {
    list.push(resolve);
  });

describe('calls of tools', () => {
  it('are canceled by their own client only, and say how far they are', async () => {
    const [ada, bob] = await Promise.all([
      anAssistant(service.url, 'Basic a'),
      anAssistant(service.url, 'Basic b'),
    ]);
    const canceling = new AbortController();
    const begun = next(waiting.onBegin);
    let call: Promise<unknown> = Promise.resolve();
    const said = new Promise<string | undefined>((resolve) => {
      const options = {
        signal: canceling.signal,
        onprogress: ({ message }: { message?: string }) => resolve(message),
      };
      call = ada.callTool({ name: 'wait' }, undefined, options).catch(() => 'canceled');
    });
    await begun;
    expect(await said).toBe('waiting');
    const alsoBegun = next(waiting.onBegin);
    const other = bob.callTool({ name: 'wait' }).catch(() => 'gone');
    await alsoBegun;
    const aborted = next(waiting.onAbort);
    canceling.abort();
    await aborted;
    expect(await call).toBe('canceled');
    expect(waiting).toMatchObject({ begun: 2, aborted: 1 });
    // A client that leaves cannot have its answer: nothing is resumed.
    const left = next(waiting.onAbort);
    await bob.close();
    await left;
    expect(await other).toBe('gone');
  });

  it('ask the interface as the caller, and say through which assistant', async () => {
    const assistant = await anAssistant(service.url, 'Basic me', 'Desk\nhelper');
    expect(JSON.parse((await told(assistant, 'who')).text)).toEqual({
      ...{ assistant: { name: 'Desk helper', version: '1.2.3' }, authorization: 'Basic me' },
      ...{ language: expect.any(String), address: '127.0.0.1' },
    });
    // Nobody outside can say so.
    const direct = await fetch(`${service.url}/who`, { headers: { assistant: 'x', 'mcp-session-id': 'x' } });
    expect(await direct.json()).toMatchObject({ assistant: null });
  });

  it('call no operation that the tool does not declare, and are refused without its permission', async () => {
    const assistant = await anAssistant(service.url, 'Basic me');
    // What failed here is in the log, not in the answer.
    await expect(told(assistant, 'trespass')).rejects.toThrow(
      /^MCP error -32603: the service failed; the request id .* finds it/,
    );
    await expect(told(assistant, 'audit')).rejects.toThrow('no permission for the tool audit');
    expect((await assistant.listTools()).tools.map(({ name }) => name)).not.toContain('audit');
  });

  it('answer some 2,000 tokens at most, and say what is left out', async () => {
    const { text } = await told(await anAssistant(service.url, 'Basic me'), 'long');
    expect(text.length).toBeLessThan(6_100);
    expect(text).toMatch(/\(1\d{3} more lines are left out/);
  });
});

describe('what is not there', () => {
  it('is said with the nearest name', async () => {
    const assistant = await anAssistant(service.url, 'Basic me');
    await expect(assistant.readResource({ uri: 'ioi://glosary' })).rejects.toThrow(
      'did you mean "ioi://glossary"?',
    );
    await expect(assistant.getPrompt({ name: 'quote_risk' })).rejects.toThrow('did you mean "quote_a_risk"?');
    const missing = assistant.getPrompt({ name: 'quote_a_risk', arguments: { prodct: 'auto' } });
    await expect(missing).rejects.toThrow('takes no argument prodct; did you mean "product"?');
    await expect(assistant.getPrompt({ name: 'quote_a_risk' })).rejects.toThrow('needs the argument product');
  });

  it('is refused as it is: what is no message, and a session that nobody gave', async () => {
    const post = (body: string, session = '') =>
      fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: {
          ...{ accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
          ...{ authorization: 'Basic me', 'mcp-session-id': session },
        },
        body,
      }).then(({ status }) => status);
    const session = newSessionId({ name: 'raw' });
    for (const body of [
      'null',
      '[null]',
      '[]',
      '{}',
      '1',
      '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
    ])
      expect([body, await post(body)]).toEqual([
        body,
        expect.toSatisfy((status) => status >= 400 && status < 500),
      ]);
    for (const body of ['null', '[null]', '{}']) expect(await post(body, session)).toBe(400);
  });

  it('is not invented: the glossary is the documentation’s', async () => {
    const { contents } = await (await anAssistant(service.url, 'Basic me')).readResource({
      uri: 'ioi://glossary',
    });
    expect(contents).toEqual([
      { uri: 'ioi://glossary', mimeType: 'text/markdown', text: expect.stringContaining('# Glossary') },
    ]);
  });
});
