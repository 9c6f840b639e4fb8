import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { pathText } from '../../domain/ground/lint-issue.js';
import { type Answer, type AnswerMap, answerMap } from '../../domain/intake/answers.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { includedFiles, withIncludes } from '../../domain/product/file/includes.js';
import { type ParsedProductFile, parseProductFile } from '../../domain/product/file/parsed-file.js';
import { readProductFile } from '../../domain/product/file/product-file.js';

export interface DemoIntakes {
  quoted: AnswerMap;
  declined: AnswerMap;
  referred: AnswerMap;
  /** An intake that a carrier quotes, too; only for products that ask a carrier. */
  carrier?: AnswerMap | undefined;
}

/** A product of the demo data, with a `GET_QUOTES` intake for each outcome. */
export interface DemoProduct {
  key: DemoProductKey;
  definition: ProductDefinition;
  intakes: DemoIntakes;
}

export const demoProductKeys = ['general-liability', 'business-package', 'cyber', 'personal-auto'] as const;
export type DemoProductKey = (typeof demoProductKeys)[number];

/** The demo products, read from `db/seeds` of the package and validated. */
export async function demoProducts(): Promise<DemoProduct[]> {
  return Promise.all(demoProductKeys.map(demoProduct));
}

/** One demo product. Throws an error that names the file and the places that are invalid. */
export async function demoProduct(key: DemoProductKey): Promise<DemoProduct> {
  const file = join(packageRoot(), 'db', 'seeds', 'products', `${key}.yaml`);
  return { key, definition: await readProduct(file), intakes: await demoIntakes(key) };
}

/** The intakes of one demo product, without its definition, which takes a hundred times as long to read. */
export async function demoIntakes(key: DemoProductKey): Promise<DemoIntakes> {
  return readIntakes(join(packageRoot(), 'db', 'seeds', 'intakes', `${key}.yaml`));
}

const compactIteration = z.object({ iterationId: z.string() }).catchall(z.string());
const compactIntake = z
  .record(z.string(), z.union([z.string(), z.array(compactIteration)]))
  .transform(expanded)
  .pipe(answerMap);
const compactIntakes = z.object({
  quoted: compactIntake,
  declined: compactIntake,
  referred: compactIntake,
  carrier: compactIntake.optional(),
});

type Compact = Record<string, string | z.infer<typeof compactIteration>[]>;

/** `{qid: text}` and `{qid: [{iterationId, qid: text}]}` in the structured form of spec 2.1. */
function expanded(compact: Compact): AnswerMap {
  const map: AnswerMap = {};
  for (const [qid, given] of Object.entries(compact)) {
    map[qid] =
      typeof given === 'string'
        ? answerOf(qid, given)
        : {
            type: 'LOOP',
            qid,
            iterations: given.map(({ iterationId, ...answers }) => ({
              iterationId,
              answers: Object.fromEntries(Object.entries(answers).map(([q, text]) => [q, answerOf(q, text)])),
            })),
          };
  }
  return map;
}

function answerOf(qid: string, text: string): Answer {
  return { type: 'ANSWER', qid, answer: text };
}

async function readProduct(file: string): Promise<ProductDefinition> {
  const parsed = parseProductFile(await readFile(file, 'utf8'));
  const included = new Map<string, ParsedProductFile>();
  for (const name of includedFiles(parsed.content)) {
    included.set(name, parseProductFile(await readFile(join(dirname(file), name), 'utf8')));
  }
  const { definition, issues } = readProductFile(withIncludes(parsed, included), 'YAML');
  if (definition) return definition;
  const places = issues.map(
    ({ line, column, path, message }) => `${line}:${column} ${pathText(path)} ${message}`,
  );
  throw new Error([`${file} is not a valid product:`, ...places].join('\n'));
}

async function readIntakes(file: string): Promise<DemoIntakes> {
  // Failsafe: every scalar stays the written text, so that a ZIP code keeps its leading zero.
  const content: unknown = parse(await readFile(file, 'utf8'), { schema: 'failsafe' });
  const result = compactIntakes.safeParse(content);
  if (!result.success) throw new Error(`${file} has no valid intakes:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** The folder of `package.json`: files are read from there, both from the sources and from `dist`. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json was not found above the demo products');
    folder = parent;
  }
  return folder;
}
