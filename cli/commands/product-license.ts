import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { parse as parseYaml } from 'yaml';
import type { z } from 'zod';
import { type Authority, authority } from '../../domain/authority/authority.js';
import { type CommissionTerms, commissionTerms } from '../../domain/commissions/commission-terms.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { parseUuid } from './product-options.js';
import { urlOption, withProducts } from './with-products.js';

export function addLicense(command: Command, context: CommandContext): void {
  command
    .command('license')
    .description("let another organization read a product's questions, and sell it as far as granted")
    .argument('<product>', 'the product id', parseUuid)
    .requiredOption('--to <id or name>', 'the organization; with --url its id')
    .option(
      '--grant <list>',
      'what it may do, such as quote,bindPaid,cancel.FLAT=REQUEST,backDateDays=3,limits.premium=50000; or nothing. ' +
        'By default what the product usually grants, or what was granted before',
      parseGrant,
    )
    .option(
      '--commission <file>',
      'what it earns, as JSON or YAML; or nothing. By default what was said before',
    )
    .addOption(urlOption())
    .option('--json', 'print JSON')
    .action(async (productId: string, { to, grant, commission, json, ...options }: LicenseOptions) => {
      const terms = commission === undefined ? undefined : await readCommission(commission);
      const license = await withProducts(context, options, (products) =>
        products.license({ productId, to, authority: grant, commission: terms }),
      );
      const { organizationId, organizationName, licensed, changed, authority: granted } = license;
      const earned = license.commission;
      const done = licensed ? 'Licensed' : changed ? 'Changed the license of' : 'Already licensed:';
      report(context, {
        json,
        result: { productId, organizationId, licensed, changed, authority: granted, commission: earned },
        lines: [`${done} product ${productId} to ${organizationName}`, `It may: ${grantText(granted)}`],
      });
    });
}

interface LicenseOptions {
  to: string;
  grant?: Authority;
  commission?: string;
  url?: string;
  json?: boolean;
}

/** Reads the terms of a commission from a file, or `nothing`. */
async function readCommission(file: string): Promise<CommissionTerms | null> {
  if (file === 'nothing') return null;
  const { data, error } = commissionTerms.safeParse(parseYaml(await readFile(file, 'utf8')));
  if (error === undefined) return data;
  throw new CommandFailure(
    `${file}: ${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
  );
}

/** Reads `quote,cancel.FLAT=REQUEST,limits.premium=50000`: a name alone is granted, a dot leads into a part. */
function parseGrant(text: string): Authority {
  const written: { [name: string]: unknown } = {};
  for (const item of text === 'nothing' ? [] : text.split(',')) {
    const [path = '', value] = item.trim().split('=');
    const [name = '', part] = path.split('.');
    const read = value === undefined ? true : name === 'backDateDays' ? Number(value) : value;
    written[name] = part === undefined ? read : { ...(written[name] as object | undefined), [part]: read };
  }
  const { data, error } = authority.safeParse(written);
  if (error !== undefined) throw new InvalidArgumentError(error.issues.map(issueText).join('; '));
  return data;
}

function issueText({ path, message, ...issue }: z.core.$ZodIssue): string {
  const known = Object.keys(authority.shape).join(', ');
  if ('keys' in issue) return `there is no authority ${issue.keys.join(', ')}: use ${known}`;
  return `${path.join('.')}: ${message}`;
}

/** What a license grants, in the words of `--grant`. */
export function grantText(granted: Authority | null): string {
  if (granted === null) return 'what the product usually grants';
  const { cancel, limits, backDateDays, ...grants } = granted;
  const parts = (name: string, of: object) =>
    Object.entries(of).flatMap(([part, value]) => (value === undefined ? [] : [`${name}.${part}=${value}`]));
  const list = [
    ...Object.entries(grants).flatMap(([name, isGranted]) => (isGranted ? [name] : [])),
    ...parts('cancel', cancel),
    ...parts('limits', limits),
  ];
  return list.length === 0 ? 'nothing' : [...list, `backDateDays=${backDateDays}`].join(',');
}
