import path from 'node:path';
import { type DemoFile, demoFilePath } from './demo-file.js';

export interface FirstQuote {
  /** A complete envelope of `POST /event/fire` (spec 4.4). */
  envelope: object;
  file: string;
}

/** An envelope that quotes the first demo product and waits for the result, in a file for `curl -d @file`. */
export function firstQuote(demo: DemoFile, dataDir: string, effectiveDate: string): FirstQuote | undefined {
  const [product] = demo.products;
  if (!product) return undefined;
  const payload = { effectiveDate, intake: product.intakes.quoted };
  return {
    envelope: { type: 'GET_QUOTES', lineId: product.lineId, forceSync: true, payload },
    file: path.join(dataDir, 'first-quote.json'),
  };
}

/**
 * The start for new users: addresses, and two commands that can be copied. Where the output is kept, they read the secret
 * from the file instead of showing it.
 */
export function banner(
  demo: DemoFile,
  {
    dataDir,
    quote,
    isKept,
    hasConsole,
  }: { dataDir: string; quote: FirstQuote | undefined; isKept: boolean; hasConsole: boolean },
): string {
  const { baseUrl, temporalUi, temporalAddress, organizations } = demo;
  const lines = [
    '',
    `  Base URL        ${baseUrl}`,
    `  Reference page  ${baseUrl}/docs`,
    `  Temporal UI     ${temporalUi ?? `of the server at ${temporalAddress}`}`,
  ];
  const [organization] = organizations;
  if (!organization) {
    return [
      ...lines,
      '',
      '  This database has no demo data. Make an API key: npm run cli -- key create --help',
      '',
    ].join('\n');
  }
  const credentials = isKept
    ? `-u "$(node -p "let [o] = require('${demoFilePath(dataDir)}').organizations; o.apiKey + ':' + o.apiSecret")"`
    : `-u '${organization.apiKey}:${organization.apiSecret}'`;
  const { userId, password } = organization.user;
  const shown = isKept ? 'its password is in the demo data' : `password ${password}`;
  lines.push(
    ...(hasConsole ? [`  Console         ${baseUrl}/console  sign in as ${userId}, ${shown}`] : []),
    `  Demo data       ${demoFilePath(dataDir)} (keys, users, products, intakes)`,
    '',
    `  Say hello as ${organization.name}:`,
    '',
    `curl ${credentials} ${baseUrl}/ioi/v3/hello`,
  );
  if (quote) {
    const body = `-H 'Content-Type: application/json' -d @'${quote.file}'`;
    lines.push(
      '',
      `  A first quote for ${demo.products[0]?.name ?? ''}:`,
      '',
      `curl ${credentials} ${body} ${baseUrl}/ioi/v3/event/fire`,
    );
  }
  return [...lines, '', '  Ctrl-C stops everything that was started here.', ''].join('\n');
}
