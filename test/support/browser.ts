import { execFile } from 'node:child_process';
import { access, constants, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';

const run = promisify(execFile);
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin'];

/** A Chromium as an npm package, the last one for Node 20. It is installed only where the machine has none. */
const packed = '@sparticuz/chromium@143.0.4';
const cache = fileURLToPath(new URL('../../node_modules/.cache/ioi/chromium', import.meta.url));

interface Program {
  executablePath: string;
  args: string[];
}

/**
 * A Chromium without a window: that of `CHROMIUM`, of the machine, or of an npm package. Answers instead why there is
 * none.
 */
export async function openBrowser(): Promise<Browser | { reason: string }> {
  try {
    const { executablePath, args } = (await installed()) ?? (await fromNpm());
    return await chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
  } catch (error) {
    return { reason: `no Chromium runs here: ${(error as Error).message.split('\n', 1)[0]}` };
  }
}

async function installed(): Promise<Program | undefined> {
  const { CHROMIUM } = process.env;
  const files = CHROMIUM
    ? [CHROMIUM]
    : places.flatMap((place) => names.map((name) => path.join(place, name)));
  for (const executablePath of files) {
    const isThere = await access(executablePath, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return { executablePath, args: [] };
  }
  return undefined;
}

async function fromNpm(): Promise<Program> {
  await mkdir(cache, { recursive: true });
  const options = ['--prefix', cache, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...options, packed], { timeout: 240_000 });
  // The package unpacks itself into the temporary folder; for Lambda also the libraries that a bare system lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const module = createRequire(path.join(cache, 'package.json')).resolve('@sparticuz/chromium');
  const { default: packaged } = await import(pathToFileURL(module).href);
  return { executablePath: await packaged.executablePath(), args: ['--no-zygote', '--disable-gpu'] };
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe-core finds serious or critical on a page, by all of its rules or by some. */
export async function graveFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(await readFile(axe, 'utf8'));
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    `axe.run(${options}).then(({ violations }) => violations)`,
  );
  const grave = found.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  return grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
