import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { goProgram } from '../support/go-program.js';

/**
 * `npm run contract:changes -- BASE`: what has changed in the committed contract since a commit or tag. Exits with 1
 * where a change breaks clients.
 */
const contract = 'docs/contract/openapi.json';
const [base = 'HEAD'] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'ioi-contract-'));
const before = path.join(folder, 'before.json');
try {
  writeFileSync(
    before,
    execFileSync('git', ['show', `${base}:${contract}`], { maxBuffer: 100_000_000, stdio: 'pipe' }),
  );
  const oasdiff = await goProgram({
    name: 'oasdiff',
    module: 'github.com/oasdiff/oasdiff',
    version: 'v1.35.0',
  });
  // Values of enumerations in answers may be added: docs/reference/interface.md says how the contract grows.
  const levels = ['--severity-levels', 'docs/contract/oasdiff-levels.txt'];
  const { status } = spawnSync(oasdiff, ['changelog', '--fail-on', 'ERR', ...levels, before, contract], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
