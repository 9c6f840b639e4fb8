import type { z } from 'zod';
import { formConfiguration } from '../forms/form.js';
import { type LintIssue, lintError } from '../ground/lint-issue.js';
import { readWritten } from '../ground/written-issues.js';
import { productMail } from '../mail/product-mail.js';
import { withOwnConditions } from '../questions/hidden-parts.js';
import { line } from '../questions/line.js';
import { ratingPlan } from '../rating/plan/plan.js';
import { canonicalTable } from '../rating/tables/canonical-table.js';
import { ratingTable } from '../rating/tables/table.js';
import { locate } from './locate.js';
import type { Edit, PatchedParts, Path } from './patched-parts.js';
import { Patching } from './patching.js';
import type { ChangeProblem } from './target.js';

/** A change of a product's overlays. */
export interface ChangePlace {
  overlay: number;
  change: number;
}

type LocatedChange = ChangePlace & ({ edits: Edit[] } | ChangeProblem);

/** A product with some of its overlays, which it no longer lists. */
export interface Resolved<Parts> {
  parts: Parts;
  /** What the overlays make wrong; the part is left as it is then. At places of the file, which has the overlays. */
  issues: LintIssue[];
  /** The place in the file of a part of the resolved product. */
  placeOf(path: Path): { path: Path; ofOverlay: boolean };
}

/** The overlays of one product, whose places are found once. */
export class OverlaidParts<Parts extends PatchedParts> {
  readonly #located: LocatedChange[];

  constructor(private readonly parts: Parts) {
    this.#located = (parts.overlays ?? []).flatMap(({ changes }, overlay) =>
      changes.map((each, change) => {
        const found = locate(parts, each);
        return { overlay, change, ...('problem' in found ? found : { edits: found }) };
      }),
    );
  }

  /** Changes that name nothing, at their places; of all overlays, or of these. */
  problems(overlays?: readonly number[]): LintIssue[] {
    return this.#located.flatMap((each) =>
      'problem' in each && overlays?.includes(each.overlay) !== false
        ? [lintError([...placeOfChange(each), each.key], each.problem)]
        : [],
    );
  }

  /** The edits of the changes of an overlay, by their places in it. */
  editsOf(overlay: number): ReadonlyMap<number, readonly Edit[]> {
    return new Map(
      this.#located.flatMap((each) =>
        'edits' in each && each.overlay === overlay ? [[each.change, each.edits] as const] : [],
      ),
    );
  }

  /** The product with these overlays, by their places in its list. */
  with(overlays: readonly number[]): Resolved<Parts> {
    const patching = new Patching<ChangePlace>();
    const issues: LintIssue[] = [];
    const held = new Set(overlays);
    for (const each of this.#located) {
      if (!('edits' in each) || !held.has(each.overlay)) continue;
      const { overlay, change, edits } = each;
      const met = edits.flatMap((edit) => patching.add(edit, { overlay, change }) ?? [])[0];
      if (met) issues.push(lintError(placeOfChange(each), this.#conflict(each, met)));
    }
    const { overlays: all, ...plain } = this.parts;
    const placeOf = (path: Path) => {
      const origin = patching.originOf(plain, path);
      return 'base' in origin
        ? { path: origin.base, ofOverlay: false }
        : { path: placeOfChange(origin.owner), ofOverlay: true };
    };
    const checked = checkedParts(this.parts, patching.apply(plain as Parts));
    const faults = checked.issues.map((issue) => ({ ...issue, ...restOf(placeOf(issue.path), issue) }));
    return { parts: checked.parts, issues: [...issues, ...faults], placeOf };
  }

  #conflict(each: ChangePlace, met: ChangePlace): string {
    const nameOf = ({ overlay }: ChangePlace) => `"${this.parts.overlays?.[overlay]?.name}"`;
    return met.overlay === each.overlay
      ? `changes the same as changes[${met.change}] of this overlay`
      : `${nameOf(each)} changes the same as ${nameOf(met)}, and both hold in the same state on the same day`;
  }
}

/** A fault at a change keeps in its message what is wrong below it. */
function restOf({ path, ofOverlay }: { path: Path; ofOverlay: boolean }, issue: LintIssue): LintIssue {
  const { message, severity } = issue;
  const field = issue.path.findLast((part) => typeof part === 'string');
  return { severity, path, message: ofOverlay && field !== undefined ? `${field}: ${message}` : message };
}

/** The parts that differ from those before, read as a file's; as before where they are wrong. */
function checkedParts<Parts extends PatchedParts>(
  before: Parts,
  patched: Parts,
): { parts: Parts; issues: LintIssue[] } {
  const issues: LintIssue[] = [];
  const read = <Part>(schema: z.ZodType<Part>, part: Part, was: Part | undefined, path: Path): Part => {
    if (part === was) return part;
    const { data, issues: faults } = readWritten(schema, part);
    issues.push(...faults.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
    return data ?? was ?? part;
  };
  const each = <Part>(
    schema: z.ZodType<Part>,
    parts: Record<string, Part>,
    was: Record<string, Part>,
    path: string,
  ) =>
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, read(schema, part, was[name], [path, name])]),
    );
  const tables = each(ratingTable, patched.tables, before.tables, 'tables');
  const canonical = Object.entries(tables).map(
    ([name, table]) => [name, table === before.tables[name] ? table : canonicalTable(table)] as const,
  );
  const product = read(line, patched.product, before.product, ['product']);
  const parts: Parts = {
    ...patched,
    product: product === before.product ? product : withOwnConditions(product),
    tables: Object.fromEntries(canonical),
    ratingPlans: each(ratingPlan, patched.ratingPlans, before.ratingPlans, 'ratingPlans'),
    ...(patched.forms && {
      forms: patched.forms.map((form, index) =>
        read(formConfiguration, form, before.forms?.[index], ['forms', index]),
      ),
    }),
    ...(patched.mail && { mail: read(productMail, patched.mail, before.mail, ['mail']) }),
  };
  return { parts, issues };
}

export function placeOfChange({ overlay, change }: ChangePlace): Path {
  return ['overlays', overlay, 'changes', change];
}
