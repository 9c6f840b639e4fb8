import type { PolicyStanding } from '../policy/standing.js';
import { ofProduct, outside } from './outside.js';
import { standingInWords } from './standing-words.js';
import type { Link, Told } from './told.js';
import { codeWords, counted, day, money } from './words.js';

/** What was found of a kind, and how many there are in all. */
export interface Found<One> {
  list: readonly One[];
  total: number;
  totalIsExact?: boolean;
}

export interface FoundClient {
  clientId: string;
  clientName: string | null;
  phone?: string | undefined;
  email?: string | undefined;
}

export interface FoundPolicy {
  id: string;
  policyNumber: string;
  productName: string;
  policyMeta: { insuredName: string };
  standing: PolicyStanding;
}

export interface FoundQuote {
  requestId: string;
  lineName: string;
  effectiveDate: string;
  premium?: number | undefined;
  outcome: string;
  bound: boolean;
  clientName?: string | undefined;
}

export interface Findings {
  text: string;
  /** Absent: the caller may not read that kind, or did not ask for it. */
  clients?: Found<FoundClient> | undefined;
  policies?: Found<FoundPolicy> | undefined;
  quotes?: Found<FoundQuote> | undefined;
}

/** What was found by what a person says. */
export function foundInWords({ text, clients, policies, quotes }: Findings): Told {
  const sections = [
    sectionOf('client', clients, clientLine),
    sectionOf('policy', policies, policyLine, 'policies'),
    sectionOf('quote', quotes, quoteLine),
  ].filter((section) => section !== '');
  if (sections.length === 0)
    return {
      text: `Nothing was found for ${outside(text)}. Try another spelling, a phone number, an e-mail address or a policy number.`,
    };
  return {
    text: sections.join('\n\n'),
    links: [
      ...(policies?.list ?? []).map(policyLink),
      ...(quotes?.list ?? []).map(({ requestId }) => ({
        uri: `ioi://quote/${requestId}`,
        name: 'The quote',
      })),
    ],
  };
}

const policyLink = ({ id, policyNumber }: FoundPolicy): Link => ({
  uri: `ioi://policy/${id}`,
  name: `Policy ${policyNumber}`,
});

function sectionOf<One>(
  what: string,
  found: Found<One> | undefined,
  line: (one: One) => string,
  plural = `${what}s`,
): string {
  if (found === undefined || found.list.length === 0) return '';
  const { list, total, totalIsExact = true } = found;
  const shown = total > list.length ? ` (the first ${list.length} are shown: say more to find fewer)` : '';
  const head = `**${counted(total, what, plural)}${totalIsExact ? '' : ' or more'}**${shown}`;
  return [head, ...list.map((one) => `- ${line(one)}`)].join('\n');
}

function clientLine({ clientId, clientName, phone, email }: FoundClient): string {
  const contact = [phone, email]
    .filter((one) => one !== undefined && one !== '')
    .map((one) => outside(one ?? ''));
  return `${[outside(clientName ?? 'without a name'), ...contact].join(', ')} (client ${clientId})`;
}

const policyLine = ({ id, policyNumber, productName, policyMeta, standing }: FoundPolicy): string =>
  `${policyNumber}: ${ofProduct(productName)} of ${outside(policyMeta.insuredName)}, ${standingInWords(standing)} (policy ${id})`;

function quoteLine({
  requestId,
  lineName,
  effectiveDate,
  premium,
  outcome,
  bound,
  clientName,
}: FoundQuote): string {
  const whose = clientName === undefined ? '' : ` for ${outside(clientName)}`;
  const price = premium === undefined ? '' : `, premium ${money(premium)}`;
  const state = bound ? 'bound' : codeWords(outcome);
  return `${ofProduct(lineName)}${whose} from ${day(effectiveDate)}${price}, ${state} (quote ${requestId})`;
}
