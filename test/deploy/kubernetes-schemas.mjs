/**
 * Keeps the schemas of Kubernetes that the chart's test needs, without their descriptions, in test/deploy/kubernetes-schemas:
 *   pip download --no-deps kubernetes-validate==1.37.0 && unzip -d FOLDER kubernetes_validate-*.whl
 *   node test/deploy/kubernetes-schemas.mjs FOLDER/kubernetes_validate/kubernetes-json-schema/v1.34.0-local-strict
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const kinds = [
  'deployment-apps-v1',
  'horizontalpodautoscaler-autoscaling-v2',
  'ingress-networking-v1',
  'job-batch-v1',
  'networkpolicy-networking-v1',
  'poddisruptionbudget-policy-v1',
  'service-v1',
];
const from = process.argv[2] ?? '.';
const read = (name) => JSON.parse(readFileSync(path.join(from, `${name}.json`), 'utf8'));
const all = read('_definitions').$defs;

for (const kind of kinds) {
  const $defs = {};
  /** `isName`: its keys are names of properties, of which one may be "description". */
  const reduced = (value, isName = false) => {
    if (Array.isArray(value)) return value.map((each) => reduced(each));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).filter(
      ([key]) => isName || !/^(description|x-kubernetes-.*)$/.test(key),
    );
    return Object.fromEntries(
      entries.map(([key, each]) => [
        key,
        key === '$ref' && !isName ? kept(each) : reduced(each, key === 'properties' && !isName),
      ]),
    );
  };
  const kept = (reference) => {
    const name = reference.split('/').at(-1);
    if (!(name in $defs)) {
      $defs[name] = {};
      $defs[name] = reduced(all[name]);
    }
    return `#/$defs/${name}`;
  };
  const { $id: _, ...schema } = reduced(read(kind));
  writeFileSync(
    path.join(import.meta.dirname, 'kubernetes-schemas', `${kind}.schema.json`),
    `${JSON.stringify({ ...schema, $defs })}\n`,
  );
}
