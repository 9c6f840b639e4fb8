import { z } from 'zod';
import { ratingActionTypes } from '../actions/configured-action.js';
import { eventType, eventTypes } from '../events/catalog.js';
import { uuid } from '../ground/primitives.js';
import type { Line } from '../questions/line.js';
import { type DisplayedLine, displayedLine, tableOfContents } from '../questions/question-display.js';
import { compileQuestionTree, type TreeRequest } from '../questions/question-tree.js';
import type { ProductDefinition } from './definition.js';

/** The response of the questions endpoint (spec 2.3). */
export const productDisplay = z
  .object({
    lineId: uuid,
    ownerOrganizationId: uuid,
    lineName: z.string(),
    ocrId: z.string().optional(),
    generatesQuotes: z.boolean(),
    supportedEvents: z
      .record(z.string(), z.array(eventType))
      .meta({ id: 'SupportedEvents', description: 'Event types by configuration id.' }),
    toc: tableOfContents.meta({ description: 'The active lines with their sections, in reading order.' }),
    product: displayedLine,
    lineRulesMap: z
      .record(z.string(), z.record(z.string(), z.unknown()).meta({ id: 'LineRule' }))
      .meta({ id: 'LineRules' })
      .optional(),
    packageVersionMap: z
      .record(z.string(), uuid)
      .meta({ id: 'PackageVersions' })
      .optional()
      .meta({ description: 'Product version id by product id, for the product and each of its lines.' }),
  })
  .meta({ id: 'ProductDisplay' });

export type ProductDisplay = z.infer<typeof productDisplay>;

/** The questions endpoint's response for a version (spec 2.3), compiled once. */
export interface CompiledProductDisplay {
  /** Of the product, or of a line below its root; undefined if it has no such line. */
  display(request: TreeRequest, lineId: string): ProductDisplay | undefined;
}

export function compileProductDisplay(
  definition: ProductDefinition,
  { versionId, ownerOrganizationId }: { versionId: string; ownerOrganizationId: string },
): CompiledProductDisplay {
  const { product: root, ocrId } = definition;
  const tree = compileQuestionTree(root);
  const lineRulesMap = Object.fromEntries(rulesOf(root));
  const fixed = {
    lineId: root.id,
    ownerOrganizationId,
    lineName: root.title,
    ...(ocrId !== undefined && { ocrId }),
    generatesQuotes: generatesQuotes(definition),
    supportedEvents: supportedEvents(definition),
  };
  const maps = {
    ...(Object.keys(lineRulesMap).length > 0 && { lineRulesMap }),
    packageVersionMap: Object.fromEntries(tree.lineIds.map((id) => [id, versionId])),
  };
  return {
    display(request, lineId) {
      const { product, toc } = tree.display(request);
      const whole = { ...fixed, toc, product, ...maps };
      if (lineId === root.id) return whole;
      const line = [...linesIn(product)].find(({ id }) => id === lineId);
      return line && partOf(whole, line);
    },
  };
}

/** What a display says about a line and those below it. */
function partOf(whole: ProductDisplay, line: DisplayedLine): ProductDisplay {
  const ids = new Set([...linesIn(line)].map(({ id }) => id));
  const { lineRulesMap, packageVersionMap, ...rest } = whole;
  const within = <T>(map: Record<string, T>) =>
    Object.fromEntries(Object.entries(map).filter(([id]) => ids.has(id)));
  return {
    ...rest,
    lineId: line.id,
    lineName: line.title,
    toc: whole.toc.filter(({ lineId }) => ids.has(lineId)),
    product: line,
    ...(lineRulesMap && { lineRulesMap: within(lineRulesMap) }),
    ...(packageVersionMap && { packageVersionMap: within(packageVersionMap) }),
  };
}

function* linesIn(line: DisplayedLine): Generator<DisplayedLine> {
  yield line;
  for (const child of line.lines) yield* linesIn(child);
}

/** Whether `GET_QUOTES` runs an action that rates. */
export function generatesQuotes({ configurations }: ProductDefinition): boolean {
  return configurations.some(({ events }) =>
    (events.GET_QUOTES ?? []).some(({ type }) => ratingActionTypes.has(type)),
  );
}

function supportedEvents({ configurations }: ProductDefinition): ProductDisplay['supportedEvents'] {
  return Object.fromEntries(
    configurations.map(({ id, events }) => [id, eventTypes.filter((type) => events[type] !== undefined)]),
  );
}

function* rulesOf(line: Line): Generator<[string, Record<string, unknown>]> {
  if (line.rules) yield [line.id, line.rules];
  for (const child of line.lines) yield* rulesOf(child);
}
