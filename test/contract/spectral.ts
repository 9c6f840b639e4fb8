import { readFileSync } from 'node:fs';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

/** Checks the committed contract with Spectral's rules for OpenAPI; exits with 1 if there are findings. */
const file = 'docs/contract/openapi.json';
const spectral = new Spectral();
// Their types are of two releases.
spectral.setRuleset({ extends: oas as RulesetDefinition });
const findings = await spectral.run(readFileSync(file, 'utf8'));
for (const { code, message, path, range } of findings) {
  console.error(`${file}:${range.start.line + 1} ${code} at ${path.join('.')}: ${message}`);
}
if (findings.length > 0) process.exit(1);
console.log(`${file}: Spectral finds nothing`);
