import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { told } from './assistant.js';

/** About four characters are a token of English text and JSON. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** A conversation with an assistant, as it is told: what the person says, which tools are called, what these answer. */
export class Transcript {
  readonly #parts: string[] = [];
  readonly sizes: number[] = [];

  constructor(
    private readonly client: Client,
    /** Replaces what differs at each run. */
    private readonly masked: (text: string) => string,
  ) {}

  title(text: string): void {
    this.#parts.push(`## ${text}`);
  }

  /** What the person says. */
  person(text: string): void {
    this.#parts.push(`> ${text}`);
  }

  /** Calls a tool. Throws if it refuses. */
  async call(tool: string, input: Record<string, unknown>): Promise<string> {
    const { text, isError } = await told(this.client, tool, input);
    if (isError) throw new Error(`${tool}: ${text}`);
    const tokens = tokensOf(text);
    this.sizes.push(tokens);
    const asked = this.masked(JSON.stringify(input));
    const shown = asked.length > 400 ? `${asked.slice(0, 400)} …` : asked;
    this.#parts.push(
      `\`${tool}\` with`,
      `\`\`\`json\n${shown}\n\`\`\``,
      `answers (${tokens} tokens)`,
      `\`\`\`text\n${this.masked(text)}\n\`\`\``,
    );
    return text;
  }

  get text(): string {
    return this.#parts.join('\n\n');
  }
}

/** The id that a text names after a word, such as `quote 1b2…`. */
export function idAfter(word: string, text: string): string {
  const found = new RegExp(`${word} ([0-9a-f]{8}-[0-9a-f-]{27})`, 'i').exec(text)?.[1];
  if (found === undefined) throw new Error(`no ${word} in: ${text}`);
  return found;
}

/** The token of a preview. */
export function tokenIn(text: string): string {
  const found = /`?([\w-]{43})`?/.exec(text)?.[1];
  if (found === undefined) throw new Error(`no token in: ${text}`);
  return found;
}
