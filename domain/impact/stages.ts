import { pathText } from '../ground/lint-issue.js';
import { overlayFaults } from '../overlays/overlay-faults.js';
import { checkProduct } from '../product/compile-product.js';
import type { ProductDefinition } from '../product/definition.js';
import type { PlanIssue } from '../rating/run/plan-issue.js';
import { blend, type ChangedPart } from './blend.js';
import { forRating, productShape } from './product-shape.js';

/** Changes that are applied together, and the product with them. */
export interface Stage {
  title: string;
  parts: ChangedPart[];
  /** With this change and all before it. The last stage is the whole second version. */
  definition: ProductDefinition;
  /** With this change only; null if it does not work without those before it. */
  alone: ProductDefinition | null;
}

export interface Stages {
  before: ProductDefinition;
  /** Empty if no change can touch a rating. */
  stages: Stage[];
}

/** The most changes that are measured one by one. */
export const mostStages = 20;

/**
 * The way from one version to another, change by change, in the order in which the parts act. Changes that do
 * not work one without the other, such as a renamed column and the step that reads it, are one stage. The last
 * stage holds all changes beyond `atMost`.
 */
export function stagesBetween(
  a: ProductDefinition,
  b: ProductDefinition,
  { atMost = mostStages }: { atMost?: number } = {},
): Stages {
  const [before, after] = [forRating(a), forRating(b)];
  const shape = productShape(before, after);
  const withParts = (keys: ReadonlySet<string>) => blend(shape, before, after, (key) => keys.has(key));
  const { parts } = withParts(new Set());
  const applied = new Set<string>();
  const stages: Stage[] = [];
  for (const next of parts) {
    if (applied.has(next.key)) continue;
    const isLast = stages.length === atMost - 1;
    const rest = parts.filter(({ key }) => !applied.has(key));
    const group = isLast
      ? rest
      : workingGroup(next, rest, (keys) => withParts(new Set([...applied, ...keys])));
    for (const { key } of group) applied.add(key);
    const own = new Set(group.map(({ key }) => key));
    const alone = stages.length === 0 ? null : withParts(own).value;
    stages.push({
      title: titleOf(group, isLast),
      parts: group.map(({ key, title }) => ({ key, title })),
      definition: applied.size === parts.length ? after : withParts(applied).value,
      alone: alone !== null && faultsOf(alone).length === 0 ? alone : null,
    });
  }
  const [first] = stages;
  if (first) first.alone = first.definition;
  return { before, stages };
}

function titleOf(group: readonly ChangedPart[], isLast: boolean): string {
  const [first, ...others] = group.map(({ title }) => title);
  if (isLast && others.length > 2) return `${group.length} other changes`;
  return others.length > 3
    ? `${first} and ${others.length} changes that it needs`
    : [first, ...others].join(' + ');
}

type Blended = ReturnType<typeof blend<ProductDefinition>>;

/**
 * The change and those that it needs: as long as the product is at fault, the changes at the faults' places are
 * added; if there are none, the next one in order.
 */
function workingGroup(
  next: ChangedPart,
  rest: readonly ChangedPart[],
  blendWith: (keys: readonly string[]) => Blended,
): ChangedPart[] {
  const group = [next];
  while (group.length < rest.length) {
    const { value, parts } = blendWith(group.map(({ key }) => key));
    const faults = faultsOf(value);
    if (faults.length === 0) return group;
    const open = parts.filter(({ key }) => rest.some((one) => one.key === key && !group.includes(one)));
    const concerned = open.filter(({ path }) => faults.some((fault) => isBelow(fault.path, pathText(path))));
    const keys = new Set((concerned.length > 0 ? concerned : open.slice(0, 1)).map(({ key }) => key));
    group.push(...rest.filter((one) => keys.has(one.key) && !group.includes(one)));
  }
  return group;
}

/** What cannot work in a product, and in its overlays, which name parts of it. */
function faultsOf(definition: ProductDefinition): PlanIssue[] {
  const ofOverlays = overlayFaults(definition).map(({ path, message }) => ({
    path: pathText(path),
    message,
  }));
  return [...checkProduct(definition), ...ofOverlays];
}

function isBelow(fault: string, path: string): boolean {
  return fault === path || (fault.startsWith(path) && /^[.[]/.test(fault.slice(path.length)));
}
