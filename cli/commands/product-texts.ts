import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { translationFile } from '../../domain/product/translation-file.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { readSoundDefinition } from './product-file.js';

interface TextsOptions {
  language: string;
  all?: boolean;
  out?: string;
  json?: boolean;
}

/** `product texts`: writes a file for the translator of a product. */
export function addTexts(command: Command, context: CommandContext): void {
  command
    .command('texts')
    .description('write the texts of a product that have no translation, for a translator')
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .requiredOption('--language <tag>', 'one of its languages, such as es')
    .option('--all', 'write the translated texts, too')
    .option('--out <file>', 'the file to write; by default it is printed')
    .option('--json', 'print JSON')
    .action(async (file: string, { language, all, out, json }: TextsOptions) => {
      const { definition } = await readSoundDefinition(file, {});
      const [own, ...others] = definition.languages ?? [];
      if (!others.includes(language)) throw new CommandFailure(whyNotOffered(file, language, own, others));
      const { text, texts, missing } = translationFile(definition, language, { all: all ?? false });
      if (out !== undefined) await writeFile(out, text);
      const told = `${missing} of ${texts} texts have no translation to ${language}.`;
      report(context, {
        json,
        result: { texts, missing, ...(out === undefined ? { file: text } : { out }) },
        lines: out === undefined ? [text.trimEnd()] : [`Wrote ${out}: ${told}`],
      });
    });
}

function whyNotOffered(
  file: string,
  language: string,
  own: string | undefined,
  others: readonly string[],
): string {
  if (own === undefined)
    return `${file} names no languages: add "languages: [en, ${language}]", its own first.`;
  if (language === own) return `${language} is the language of the product's own texts.`;
  const known = others.length === 0 ? `it has ${own} only` : `it has ${others.join(', ')}`;
  return `${language} is none of the other languages of the product: ${known}.`;
}
