import { execFile } from 'node:child_process';
import { access, mkdir, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { contractFile, inFolder, run } from '../clients/generators.js';

/**
 * `npm run test:generators`: generates clients with openapi-generator, and compiles them. It needs Java and Maven, and Go
 * for that client; a missing one is told, and skips its part. Exits with 1 where a client does not compile. The quicker
 * generators are in `test/clients`.
 */
const version = '7.25.0';
const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'ioi');

interface Generated {
  /** What openapi-generator calls it. */
  name: string;
  /** What has to be installed, with the input that makes each tell its version. */
  needs: readonly (readonly [string, string])[];
  /** Options of the generator. */
  options?: readonly string[];
  compile(folder: string): Promise<unknown>;
}

const java = [
  ['java', '-version'],
  ['mvn', '-version'],
] as const;
const clients: readonly Generated[] = [
  {
    name: 'java',
    needs: java,
    compile: (folder) => run('mvn', ['-q', '-B', 'test-compile'], { cwd: folder }),
  },
  {
    name: 'go',
    needs: [...java, ['go', 'version']],
    // Constants of enumerations are in one name space there.
    options: ['--additional-properties', 'enumClassPrefix=true'],
    compile: async (folder) => {
      const env = { GOFLAGS: '-mod=mod' };
      await run('go', ['mod', 'tidy'], { cwd: folder, env });
      await run('go', ['build', './...'], { cwd: folder, env });
    },
  },
];

let failed = 0;
for (const { name, needs, options = [], compile } of clients) {
  const missing = await firstMissing(needs);
  if (missing !== undefined) {
    console.log(`SKIPPED: ${name} by openapi-generator: ${missing} is not on this machine`);
    continue;
  }
  await inFolder(async (folder) => {
    try {
      const jar = await generatorJar();
      const generate = ['-jar', jar, 'generate', '-i', contractFile, '-g', name, '-o', folder, ...options];
      await run('java', generate, { cwd: folder });
      await compile(folder);
      console.log(`${name} by openapi-generator ${version}: compiles`);
    } catch (error) {
      failed += 1;
      console.error(`${name} by openapi-generator ${version}:`, error);
    }
  });
}
process.exitCode = failed === 0 ? 0 : 1;

async function firstMissing(programs: Generated['needs']): Promise<string | undefined> {
  for (const [program, input] of programs) {
    const isThere = await promisify(execFile)(program, [input]).then(
      () => true,
      () => false,
    );
    if (!isThere) return program;
  }
  return undefined;
}

/** The generator's program, by Maven, once a user. */
async function generatorJar(): Promise<string> {
  const folder = path.join(cache, `openapi-generator-${version}`);
  const jar = path.join(folder, `openapi-generator-cli-${version}.jar`);
  const isThere = await access(jar).then(
    () => true,
    () => false,
  );
  if (isThere) return jar;
  await mkdir(folder, { recursive: true });
  const artifact = `org.openapitools:openapi-generator-cli:${version}`;
  const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
  await run('mvn', ['-q', '-B', ...copy], { cwd: folder });
  const found = await readdir(folder);
  if (!found.includes(path.basename(jar))) throw new Error(`Maven did not bring ${artifact}`);
  return jar;
}
