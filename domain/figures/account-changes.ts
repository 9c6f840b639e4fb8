/** What a policy's account was billed, or what was paid, on a day, in units of its currency. Days are numbers. */
export interface AccountLine {
  day: number;
  kind: 'BILLED' | 'PAID';
  units: number;
  /** The statement or the payment. */
  sourceId: string;
  /** Of what was billed. */
  dueOn: number | null;
}

/** From a day on, a figure is so much more. */
export interface AccountChange {
  figure: 'BILLED' | 'PAID' | 'DUE' | 'CREDIT';
  day: number;
  /** Of `DUE`: the due date. */
  dueOn: number | null;
  units: number;
}

/**
 * How the account of a policy changes from day to day. Payments and credits cover its charges, the oldest due date first;
 * what they do not cover is due, and what no charge uses is a credit: as in the receivables report.
 * @param since only the changes of this day or later; earlier lines count.
 */
export function* accountChanges(lines: readonly AccountLine[], since: number): Generator<AccountChange> {
  const days = [...new Set(lines.map(({ day }) => day))].sort((a, b) => a - b);
  const counted: AccountLine[] = [];
  let before: Account | undefined;
  for (const day of days) {
    const added = lines.filter((line) => line.day === day);
    if (day < since) {
      counted.push(...added);
      continue;
    }
    before ??= accountOf(counted);
    counted.push(...added);
    const now = accountOf(counted);
    for (const figure of ['BILLED', 'PAID', 'CREDIT'] as const) {
      const units = now[figure] - before[figure];
      if (units !== 0) yield { figure, day, dueOn: null, units };
    }
    for (const dueOn of new Set([...before.DUE.keys(), ...now.DUE.keys()])) {
      const units = (now.DUE.get(dueOn) ?? 0) - (before.DUE.get(dueOn) ?? 0);
      if (units !== 0) yield { figure: 'DUE', day, dueOn, units };
    }
    before = now;
  }
}

interface Account {
  BILLED: number;
  PAID: number;
  CREDIT: number;
  /** By due date. */
  DUE: Map<number, number>;
}

function accountOf(lines: readonly AccountLine[]): Account {
  let paid = 0;
  const statements = new Map<string, { units: number; dueOn: number }>();
  for (const { kind, units, sourceId, dueOn } of lines) {
    if (kind === 'PAID') {
      paid += units;
      continue;
    }
    const known = statements.get(sourceId);
    // A statement that is voided takes its amount back.
    statements.set(sourceId, { units: (known?.units ?? 0) + units, dueOn: dueOn ?? 0 });
  }
  const amounts = [...statements.values()];
  const billed = amounts.reduce((sum, { units }) => sum + units, 0);
  const charges = amounts.filter(({ units }) => units > 0).sort((a, b) => a.dueOn - b.dueOn);
  const charged = charges.reduce((sum, { units }) => sum + units, 0);
  const funds = paid - (billed - charged);
  const account: Account = { BILLED: billed, PAID: paid, CREDIT: 0, DUE: new Map() };
  let left = funds;
  for (const { units, dueOn } of charges) {
    const covered = Math.min(Math.max(left, 0), units);
    left -= covered;
    if (covered < units) account.DUE.set(dueOn, (account.DUE.get(dueOn) ?? 0) + units - covered);
  }
  account.CREDIT = Math.max(funds - charged, Math.min(funds, 0));
  return account;
}
