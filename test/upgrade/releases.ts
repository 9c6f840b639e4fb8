import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Stands for the release before until there is one with a tag. */
const untagged = '55244269';

export interface Release {
  name: string;
  /** Its folder, built. */
  project: string;
}

/** The sources as they are here. */
export function thisRelease(): Release {
  run(process.execPath, ['cli/build.mjs'], root);
  return { name: 'this release', project: root };
}

/** The release of `BASE`, a git reference, or of the last tag before this commit; it is built in the folder. */
export function releaseBefore(folder: string): Release {
  const reference = process.env.BASE || lastTag() || untagged;
  const commit = git('rev-parse', '--verify', '--quiet', `${reference}^{commit}`);
  if (commit === undefined) {
    throw new Error(
      `There is no ${reference} in this clone: get it with "git fetch --unshallow --tags", or name another release in BASE.`,
    );
  }
  mkdirSync(folder, { recursive: true });
  run('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`], root);
  const lock = 'package-lock.json';
  const isSame =
    readFileSync(path.join(folder, lock), 'utf8') === readFileSync(path.join(root, lock), 'utf8');
  if (isSame) symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  else run('npm', ['ci', '--no-audit', '--no-fund'], folder);
  run(process.execPath, ['cli/build.mjs'], folder);
  return { name: `the release before (${reference})`, project: folder };
}

const lastTag = () => git('describe', '--tags', '--abbrev=0', 'HEAD^');

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

function run(program: string, args: string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
