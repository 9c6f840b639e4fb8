import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { cachedTool } from '../clients/cached-tool.js';

const run = promisify(execFile);
const beancount = 'beancount==3.2.0';

/** Beancount's check of a text: its errors, empty if there are none. Answers why not, where Python cannot do it. */
export async function beanCheck(): Promise<((text: string) => Promise<string>) | Error> {
  const tool = await cachedTool(beancount, async (folder) => {
    await run('python3', ['-m', 'venv', folder]);
    await run(path.join(folder, 'bin/pip'), ['install', '--quiet', beancount]);
  });
  if (tool instanceof Error) return tool;
  return async (text) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ioi-beancount-'));
    const file = path.join(folder, 'postings.beancount');
    try {
      await writeFile(file, text);
      await run(path.join(tool, 'bin/bean-check'), ['--no-cache', file]);
      return '';
    } catch (error) {
      return String((error as { stderr?: string }).stderr || error);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}
