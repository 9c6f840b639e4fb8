import type { Request } from 'express';
import { callerOf } from '../http/caller.js';
import { requestIdOf } from '../http/request-id.js';
import { Tools } from './carry-out.js';
import type { InnerRequests } from './inner-requests.js';
import { Operations } from './operations.js';
import { assistantOf } from './sessions.js';
import type { ActsOf, ReadPdf, Tool, ToolContext } from './tool.js';

export interface ContextUses {
  requests: InnerRequests;
  tools: readonly Tool[];
  acts: ActsOf;
  readPdf?: ReadPdf | undefined;
}

/** What a tool works with, for a call in a request: as its caller, in its language. */
export function contextOf(
  req: Request,
  session: string,
  call: Pick<ToolContext, 'progress' | 'signal'>,
  { requests, tools, acts, readPdf }: ContextUses,
): ToolContext {
  const { authorization, 'x-jwt-assertion': idToken, 'accept-language': accepted } = req.headers;
  const language = accepted ?? 'en';
  const assistant = assistantOf(session);
  if (assistant === undefined) throw new Error('the session was not checked');
  const sender = {
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(typeof idToken === 'string' && { 'x-jwt-assertion': idToken }),
      'accept-language': language,
      'x-request-id': requestIdOf(req),
    },
    address: req.ip ?? '',
    assistant,
    signal: call.signal,
  };
  const operations = new Operations({ requests, sender });
  const context = { ...call, operations, caller: callerOf(req), language, readPdf };
  const preview: Parameters<ActsOf>[0]['preview'] = (tool, input) =>
    new Tools(tools, { ...context, acts: made }).preview(tool, input);
  const made = acts({ ...context, preview });
  return { ...context, acts: made };
}
