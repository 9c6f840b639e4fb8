import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { expect } from 'vitest';
import { addProductCommands } from '../../cli/commands/product.js';

/** Writes two versions of a product into a folder, and intakes to compare them on; returns their paths. */
export async function aShopBook(folder: string): Promise<{ before: string; after: string; intakes: string }> {
  await runProduct('new', 'corner-shop', folder);
  const file = (name: string) => path.join(folder, name);
  const [before, after, intakes] = [file('corner-shop.yaml'), file('after.yaml'), file('intakes.csv')];
  await writeFile(after, revised(await readFile(before, 'utf8')));
  await writeFile(intakes, intakesCsv(400));
  return { before, after, intakes };
}

/** One cell of a table, one step and one fee changed, and one rule. */
function revised(text: string): string {
  const changes = [
    ['version: 0.1.0', 'version: 0.2.0'],
    ['[CITY, 2.4]', '[CITY, 2.7]'],
    ['op: minimum, by: 250', 'op: minimum, by: 300'],
    ['op: set, by: 25 ', 'op: set, by: 30 '],
    ['claims.count }, 4]', 'claims.count }, 3]'],
  ] as const;
  return changes.reduce((changed, [from, to]) => {
    expect(changed).toContain(from);
    return changed.replace(from, to);
  }, text);
}

/** Shops in the city and in the country, every third with more claims than the one before. */
export function intakesCsv(count: number): string {
  const heading = 'name,effectiveDate,client.name,business.place,business.sales,claims.count,expect.premium';
  const rows = Array.from({ length: count }, (_, index) =>
    [
      `R${index + 1}`,
      '2026-05-01',
      'Shop',
      index % 2 ? 'CITY' : 'COUNTRY',
      50_000 + index * 1000,
      index % 4,
      1,
    ].join(','),
  );
  return `${[heading, ...rows].join('\n')}\n`;
}

/** Runs a command line as an actuary types it, without a database, and returns what it prints. */
export async function runProduct(...line: string[]): Promise<string[]> {
  const printed: string[] = [];
  const command = new Command('product');
  addProductCommands(command, {
    withDatabase: () => Promise.reject(new Error('actuaries have no database')),
    print: (text) => void printed.push(text),
    readInput: async () => '',
  });
  for (const each of [command, ...command.commands]) {
    each.exitOverride().configureOutput({ writeErr: () => {} });
  }
  await command.parseAsync(line, { from: 'user' });
  return printed;
}
