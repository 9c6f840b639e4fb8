import { refusalInWords } from '../../domain/assistants/refused.js';
import { cut, type Told } from '../../domain/assistants/told.js';
import { suggestion } from '../../domain/ground/nearest.js';
import { parsed, tooManyErrors } from '../../domain/ground/parse.js';
import { fieldErrorsOf } from '../errors/zod-errors.js';
import type { Caller } from '../http/caller.js';
import { may } from './may.js';
import { OperationRefused, type Operations } from './operations.js';
import type { Preview, Tool, ToolContext } from './tool.js';

/** An answer that says what to do next instead. */
export interface Answered extends Told {
  isError?: true;
}

/** A call that no tool can carry out: the client's fault. */
export class NoSuchTool extends Error {}

/** An input that a tool does not take. */
class WrongInput extends Error {}

/** Whether a caller may use a tool: those that it may not are not listed. */
export function mayUse(tool: Tool, caller: Caller, operations: Pick<Operations, 'endpoint'>): boolean {
  const { operations: called, needs = 'ALL', isFor = () => true } = tool;
  const isPermitted = (operationId: string) => may({ caller, operations }, operationId);
  return isFor(caller) && (needs === 'ALL' ? called.every(isPermitted) : called.some(isPermitted));
}

/** Carries out calls of tools as a caller. */
export class Tools {
  constructor(
    private readonly tools: readonly Tool[],
    private readonly context: ToolContext,
  ) {}

  /** Those that the caller may use. */
  get listed(): readonly Tool[] {
    const { caller, operations } = this.context;
    return this.tools.filter((tool) => mayUse(tool, caller, operations));
  }

  /** Throws {@link NoSuchTool}. What else is wrong is an answer, which says what to do about it. */
  async call(name: string, given: unknown): Promise<Answered> {
    const tool = this.#tool(name);
    const context = this.#contextOf(tool);
    try {
      const input = inputOf(tool, given);
      if ('reads' in tool) return short(await tool.reads(input, context));
      if ('acts' in tool) return short(await tool.acts(input, context));
      const preview = await tool.previews(input, context);
      return short(await context.acts.preview(preview, name, input as never));
    } catch (error) {
      return { text: cut(wordsOf(error)), isError: true };
    }
  }

  /** Makes the preview of a tool, as if it was called. Throws what the call would answer. */
  async preview(name: string, given: unknown): Promise<Preview> {
    const tool = this.#tool(name);
    if (!('previews' in tool)) throw new NoSuchTool(`${name} previews nothing`);
    const context = this.#contextOf(tool);
    return tool.previews(inputOf(tool, given), context);
  }

  #contextOf({ operations, also = [] }: Tool): ToolContext {
    return { ...this.context, operations: this.context.operations.limitedTo([...operations, ...also]) };
  }

  #tool(name: string): Tool {
    const tool = this.listed.find((one) => one.name === name);
    if (tool !== undefined) return tool;
    const { caller } = this.context;
    if (this.tools.some((one) => one.name === name))
      throw new NoSuchTool(`${caller.name} has no permission for the tool ${name}`);
    const names = this.listed.map((one) => one.name);
    throw new NoSuchTool(`there is no tool ${name.slice(0, 100)}${suggestion(name, names)}`);
  }
}

function inputOf(tool: Tool, given: unknown): unknown {
  const read = parsed(tool.input, given ?? {}, { nullIsAbsence: true, refuseUnknownNames: true });
  if (read?.success) return read.data;
  const faults =
    read === undefined ? [{ field: '', detail: tooManyErrors }] : fieldErrorsOf(read.error, 'body');
  const lines = faults.slice(0, 20).map(({ field, detail }) => `- ${field || 'the input'}: ${detail}`);
  throw new WrongInput(`${tool.name} does not take this input:\n${lines.join('\n')}`);
}

const short = (told: Told): Told => ({ ...told, text: cut(told.text) });

/** Errors that a caller can do something about. Throws all others: they are failures here. */
function wordsOf(error: unknown): string {
  if (error instanceof OperationRefused) return refusalInWords(error.problem, error.retryAfterSeconds);
  if (error instanceof WrongInput || error instanceof ToolRefused) return error.message;
  throw error;
}

/** What a tool cannot do, with what to do instead. */
export class ToolRefused extends Error {}
