import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ScannedBytes, type Scanner, scanPatienceMs, type Verdict } from './scanner.js';

/** The argument that stands for the path of the file. */
const fileArgument = '{file}';
const mostOutput = 500;

/**
 * A command such as `clamdscan --no-summary -`, without a shell: it reads the file from its input, or from a path where an
 * argument is `{file}`. It exits with 0 for a clean file and with 1 for an infected one, as ClamAV does.
 */
export class CommandScanner implements Scanner {
  readonly #words: readonly string[];

  constructor(
    command: string,
    private readonly patienceMs = scanPatienceMs,
  ) {
    this.#words = command.split(/\s+/).filter((word) => word !== '');
  }

  async scan({ pieces }: ScannedBytes): Promise<Verdict> {
    if (!this.#words.includes(fileArgument)) return this.#run(this.#words, pieces);
    const file = path.join(tmpdir(), `ioi-scan-${randomUUID()}`);
    try {
      await pipeline(pieces, createWriteStream(file, { mode: 0o600 }));
      return await this.#run(this.#words.map((word) => (word === fileArgument ? file : word)));
    } finally {
      await rm(file, { force: true });
    }
  }

  async #run(
    [program = '', ...given]: readonly string[],
    input?: AsyncIterable<Uint8Array>,
  ): Promise<Verdict> {
    const child = spawn(program, given, { timeout: this.patienceMs, killSignal: 'SIGKILL' });
    let output = '';
    const note = (text: Buffer) => {
      output = `${output}${text}`.slice(0, mostOutput);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    const fed = feed(child.stdin, input);
    const [{ code, signal }] = await Promise.all([ended, fed]);
    if (code === 0) return { isClean: true };
    if (code === 1) return { isClean: false, finding: output.trim() };
    throw new Error(`the scanner ended with ${signal ?? code}: ${output.trim()}`);
  }
}

/** A scanner that has seen enough reads no further; what it says counts. */
async function feed(stdin: Writable, input: AsyncIterable<Uint8Array> | undefined): Promise<void> {
  let failure: unknown;
  const source = Readable.from(input ?? []);
  source.once('error', (error) => {
    failure = error;
  });
  await pipeline(source, stdin).catch(() => undefined);
  const { code } = (failure ?? {}) as { code?: string };
  if (failure !== undefined && code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw failure;
}
