import type { Command } from 'commander';
import { demoProduct, demoProductKeys } from '../../db/seeds/demo-products.js';
import { ThreadRenderer } from '../../documents/pdf/thread-renderer.js';
import { readDefinitionFile } from '../../documents/product-files/read-definition.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import type { DocumentRenderer } from '../../domain/forms/renderer.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { pathText } from '../../domain/ground/lint-issue.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { languagesOf } from '../../domain/product/product-languages.js';
import { readIntakeFile } from '../cases/intake-file.js';
import { demoCarrier } from '../demo/organizations.js';
import { previewForms } from '../forms/preview.js';
import { sampleData } from '../forms/sample-data.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { parseDate } from './product-options.js';

interface PreviewOptions {
  form?: string;
  intake?: string;
  organization: string;
  today: string;
  language?: string;
  out: string;
  json?: boolean;
}

/** Commands for authors of product forms. */
export function addFormCommands(command: Command, context: CommandContext): void {
  command
    .command('preview')
    .description('fill in the document forms of a product with sample data, and write them to files')
    .argument('<product>', 'a product file, or the key of a demo product')
    .option('--form <name>', 'only this form: its name or its formConfigId')
    .option(
      '--intake <file>',
      'answers in YAML or JSON, as in a case or as an answer map; by default those of the demo product',
    )
    .option('--organization <name>', 'the organization that issues the documents', demoCarrier.name)
    .option('--today <date>', 'the date of the documents, YYYY-MM-DD', parseDate, utcDate(new Date()))
    .option('--language <tag>', 'a language of the product, such as es; by default its own')
    .option('--out <folder>', 'the output folder', 'forms-preview')
    .option('--json', 'print JSON')
    .action(async (product: string, options: PreviewOptions) => {
      const threads = new ThreadPool();
      const renderer = new ThreadRenderer(threads);
      // Warms up while the product is read, which takes as long.
      renderer.warmUp();
      const made = await preview(product, options, renderer).finally(() => threads.stop());
      const files = made.map(({ file }) => file);
      report(context, {
        json: options.json,
        result: { files, warnings: made.flatMap(({ warnings }) => warnings) },
        lines: made.flatMap(({ file, warnings }) => [file, ...warnings.map((one) => `  ${one}`)]),
      });
    });
}

async function preview(
  product: string,
  options: PreviewOptions,
  renderer: DocumentRenderer,
): ReturnType<typeof previewForms> {
  const { definition, intake } = await productOf(product);
  const compiled = compileProduct(definition);
  const answers =
    options.intake === undefined ? intake : await readIntakeFile(options.intake, compiled.questionTypes);
  if (answers === null) throw new CommandFailure('Give the answers of a quote with --intake.');
  const { language = null } = options;
  const { offered } = languagesOf(definition);
  if (language !== null && !offered.includes(language)) {
    throw new CommandFailure(
      `${language} is no language of the product; it has ${offered.join(', ') || 'none'}.`,
    );
  }
  const forms = chosen([...compiled.forms.documents.values()], options.form).map((form) => form.in(language));
  const data = sampleData(definition, compiled, answers, options);
  return previewForms(forms, data, { folder: options.out, renderer });
}

function chosen(forms: CompiledDocument[], wanted: string | undefined): CompiledDocument[] {
  const found =
    wanted === undefined
      ? forms
      : forms.filter(
          ({ form }) =>
            form.formConfigId === wanted.toLowerCase() || form.name.toLowerCase() === wanted.toLowerCase(),
        );
  if (found.length > 0) return found;
  const names = forms.map(({ form }) => form.name).join(', ');
  throw new CommandFailure(
    forms.length === 0
      ? 'The product has no document forms.'
      : `There is no form "${wanted}". The forms are ${names}.`,
  );
}

async function productOf(
  product: string,
): Promise<{ definition: ProductDefinition; intake: AnswerMap | null }> {
  const demo = demoProductKeys.find((key) => key === product);
  if (demo) {
    const { definition, intakes } = await demoProduct(demo);
    return { definition, intake: intakes.quoted };
  }
  const { definition, issues } = await readDefinitionFile(product);
  if (definition !== null) return { definition, intake: null };
  const places = issues
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ line, column, path, message }) => `${line}:${column} ${pathText(path)} ${message}`);
  throw new CommandFailure([`${product} is not valid:`, ...places].join('\n'));
}
