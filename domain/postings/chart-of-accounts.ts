import { z } from 'zod';

/** What accounts are for, each with the name that it has by default. Names are those of Beancount. */
export const accountRoles = {
  CASH: { name: 'Assets:Cash', words: 'money received, less money paid back' },
  RECEIVABLE: {
    name: 'Assets:Receivable:Billed',
    words:
      'statements billed, less payments and credits; below zero where policyholders are owed more than they owe',
  },
  UNBILLED: {
    name: 'Assets:Receivable:Unbilled',
    words: 'premium, taxes and fees that were recorded and not billed yet',
  },
  SUSPENSE: { name: 'Liabilities:Suspense', words: 'payments whose policy is not issued yet' },
  REFUNDS_PAYABLE: { name: 'Liabilities:RefundsPayable', words: 'refunds decided and not paid yet' },
  TAXES_AND_FEES_PAYABLE: {
    name: 'Liabilities:TaxesAndFees',
    words: 'taxes and fees of the rating, in an account below it for each type and authority',
  },
  COMMISSION_PAYABLE: {
    name: 'Liabilities:CommissionsPayable',
    words: 'commissions owed to sellers, less what they have collected and not handed on',
  },
  UNEARNED_PREMIUM: { name: 'Liabilities:UnearnedPremium', words: 'premium written and not earned yet' },
  WRITTEN_PREMIUM: { name: 'Income:WrittenPremium', words: 'premium written' },
  DEFERRED_PREMIUM: {
    name: 'Income:WrittenPremiumDeferred',
    words: 'the contra account of written premium, so that income is the earned premium',
  },
  EARNED_PREMIUM: {
    name: 'Income:EarnedPremium',
    words: 'premium earned, posted on the last day of each month',
  },
  LATE_FEES: { name: 'Income:Fees:Late', words: 'late fees' },
  NSF_FEES: { name: 'Income:Fees:ReturnedPayment', words: 'fees for returned payments' },
  INSTALLMENT_FEES: { name: 'Income:Fees:Installment', words: 'fees for paying in installments' },
  COMMISSION_EXPENSE: { name: 'Expenses:Commissions', words: 'commissions of sellers' },
  WRITE_OFF: { name: 'Expenses:WriteOff', words: 'shortfalls written off' },
} as const satisfies Record<string, { name: string; words: string }>;

export type AccountRole = keyof typeof accountRoles;
export const accountRoleNames = Object.keys(accountRoles) as AccountRole[];

/** An account of an organization's books. */
export interface NamedAccount {
  name: string;
  /** Its number in another system. */
  number?: string | undefined;
}

const part = '[A-Z0-9][A-Za-z0-9-]*';

function accountOf(role: AccountRole) {
  const [root = ''] = accountRoles[role].name.split(':');
  return z.strictObject({
    name: z
      .string()
      .max(200)
      .regex(new RegExp(`^${root}(:${part})+$`), {
        message: `must begin with ${root}: and have parts of letters, digits and hyphens, as ${accountRoles[role].name}`,
      })
      .meta({ description: `Default: \`${accountRoles[role].name}\`.` }),
    number: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must have letters, digits, dots, hyphens and underscores only')
      .max(40)
      .optional()
      .meta({ description: 'Its number in another system.' }),
  });
}

const accounts = Object.fromEntries(
  accountRoleNames.map((role) => [
    role,
    accountOf(role).optional().meta({ description: accountRoles[role].words }),
  ]),
) as Record<AccountRole, z.ZodOptional<ReturnType<typeof accountOf>>>;

/** An organization's own accounts, by role; a role that is left out has the default account. */
export const chartOfAccounts = z.strictObject(accounts).meta({ id: 'ChartOfAccounts' });
export type ChartOfAccounts = z.output<typeof chartOfAccounts>;

/** The account of a role, or that below it for a kind of tax and its authority. */
export function accountFor(
  chart: ChartOfAccounts,
  role: AccountRole,
  parts: readonly (string | null)[] = [],
): NamedAccount {
  const { name, number } = chart[role] ?? { name: accountRoles[role].name };
  const below = parts.flatMap((text) => (text === null ? [] : [asPart(text)]));
  return { name: [name, ...below].join(':'), ...(number !== undefined && { number }) };
}

/** A text as a part of an account's name: `State tax (MA)` is `State-tax-MA`. */
function asPart(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'Other' : plain.charAt(0).toUpperCase() + plain.slice(1);
}
