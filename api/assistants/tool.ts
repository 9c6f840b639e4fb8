import type { z } from 'zod';
import type { Told } from '../../domain/assistants/told.js';
import type { Json, JsonObject } from '../../domain/ground/json.js';
import type { Caller } from '../http/caller.js';
import type { Asked, Operations } from './operations.js';

export type { Told };

export type ReadPdf = (organizationId: string, bytes: Uint8Array) => Promise<string[] | undefined>;

/** What a tool works with. */
export interface ToolContext {
  /** Those that the tool is declared to call, as the caller. */
  operations: Operations;
  acts: Acts;
  caller: Caller;
  /** As in `Accept-Language`. */
  language: string;
  /** Says how far it is, to clients that ask for it. */
  progress(text: string): void;
  /** The text of each page of a PDF; undefined if it cannot be read. Absent: the application reads none. */
  readPdf?: ReadPdf | undefined;
  /** Aborted when the client cancels the call, or is gone. */
  signal: AbortSignal;
}

interface ToolDeclaration<Input> {
  name: string;
  title: string;
  /** One sentence: what it is for. */
  sentence: string;
  /** A strict object. */
  input: z.ZodType<Input>;
  /** The operations that it may call. */
  operations: readonly string[];
  /** Further ones that it calls for callers who may, such as to name a record. */
  also?: readonly string[];
  /** Default: the caller needs the permissions of all its operations. `ANY`: it does what the caller may of them. */
  needs?: 'ALL' | 'ANY';
  /** A finer rule of who may use it. */
  isFor?(caller: Caller): boolean;
}

/** Reads, and changes nothing. */
export interface ReadingTool<Input = unknown> extends ToolDeclaration<Input> {
  reads(input: Input, context: ToolContext): Promise<Told>;
}

/** Says what an act would change. */
export interface PreviewingTool<Input = unknown> extends ToolDeclaration<Input> {
  previews(input: Input, context: ToolContext): Promise<Preview>;
}

/** Carries out what was previewed. */
export interface ActingTool<Input = unknown> extends ToolDeclaration<Input> {
  acts(input: Input, context: ToolContext): Promise<Told>;
}

export type Tool<Input = unknown> = ReadingTool<Input> | PreviewingTool<Input> | ActingTool<Input>;

/** Declares a tool, with the type of its input inferred. */
export const reading = <Input>(tool: ReadingTool<Input>): Tool => tool as Tool;
export const previewing = <Input>(tool: PreviewingTool<Input>): Tool => tool as Tool;
export const acting = <Input>(tool: ActingTool<Input>): Tool => tool as Tool;

/** What an act would do, as an operation of the contract. */
export interface Preview {
  /** Carried out as it is here, with an `Idempotency-Key` of the act. */
  operation: Asked & { operationId: string };
  /** Such as `Cancel auto policy 2AU-… on Jan 15, 2027`. */
  title: string;
  /** Markdown: money and words. */
  changes: string;
  /** What it moves: the amount counts against limits by its absolute value. */
  money?: { amount: string; currency: string };
  about: { clientId?: string; policyId?: string; quoteId?: string };
  /** What the preview was made of: compared again before the act. */
  basis: Json;
  /** Added to the tool's input when the preview is made again, such as a quote that it has made. */
  again?: JsonObject;
}

/** Keeps previews, and carries them out. */
export interface Acts {
  preview(made: Preview, tool: string, input: JsonObject): Promise<Told>;
  act(token: string): Promise<Told>;
  status(of: { token?: string; actId?: string }): Promise<Told>;
}

/** The acts of a request. `preview` makes the preview of a tool again. */
export type ActsOf = (
  context: Omit<ToolContext, 'acts'> & { preview(tool: string, input: JsonObject): Promise<Preview> },
) => Acts;
