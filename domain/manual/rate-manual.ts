import { ratingActions } from '../cases/rate-action.js';
import type { ResolvedNode } from '../forms/blocks/index.js';
import { facts, pageNumbers, paragraph, running, stack, table, text } from '../forms/nodes.js';
import type { ResolvedDocument } from '../forms/resolved.js';
import { baseStyle, houseStyles } from '../forms/styles.js';
import { contentHash } from '../ground/canonical-json.js';
import type { ProductDefinition } from '../product/definition.js';
import { stateQuestionOf } from '../product/overlaid-product.js';
import { activeQuestions, questionGroups } from './asked-questions.js';
import { type Chapter, chapterPages, contentsRows } from './chapter.js';
import { exampleChapter, type ManualExample } from './example-chapter.js';
import { exhibitChapter } from './exhibits.js';
import { generalChapter } from './general-chapter.js';
import { indexChapter } from './index-chapter.js';
import type { ManualContext } from './manual-context.js';
import { namedPlans } from './named-plans.js';
import { packageChapter } from './package-chapter.js';
import { planChapter } from './plan-chapter.js';
import { ProductNames } from './product-names.js';
import { questionChapter } from './question-chapter.js';
import { stateChapter } from './state-chapter.js';

/** What a rate manual is written from. */
export interface ManualSource {
  definition: ProductDefinition;
  /** Null: the manual says that there is none. */
  example: ManualExample | null;
  /** ISO 8601. */
  createdAt: string;
  /** Where and when the definition holds, if it is what holds of a product with overlays. */
  holding?: string | undefined;
}

/**
 * The rate manual of a product, as a regulator's filing needs it: eligibility, rating variables, every rule in
 * the order of calculation, all tables, an example. A rule is written from its step, never by hand, so that
 * the manual and the rating cannot differ.
 */
export function rateManual({ definition, example, createdAt, holding }: ManualSource): ResolvedDocument {
  const names = new ProductNames(definition);
  const plans = namedPlans(definition, names);
  const questions = activeQuestions(definition.product);
  const actions = ratingActions(definition);
  const shared: Omit<ManualContext, 'words'> = { values: [], written: new Map(), numbers: new Map() };

  const chapters: Chapter[] = [];
  const chapterOfRating = new Map<string, string>();
  const place = (key: string, made: (number: number) => Chapter) => {
    const chapter = made(chapters.length + 3);
    chapters.push(chapter);
    chapterOfRating.set(key, `${chapter.title} (chapter ${chapter.number})`);
  };
  for (const one of actions) {
    if (one.type !== 'BUNDLE_RATING') continue;
    const { components, ...plan } = plans.ofPackage(one);
    place(one.id, (number) => packageChapter(number, one, components, { ...shared, words: plan.words }));
  }
  for (const [key, plan] of Object.entries(definition.ratingPlans)) {
    place(key, (number) => planChapter(number, plan, { ...shared, words: plans.ofPlan(key).words }));
  }
  const { words } = plans.general;
  const general = generalChapter(
    actions,
    (one) => chapterOfRating.get(one.type === 'IOI_RATING' ? one.plan : one.id) ?? '',
    words,
    definition.policy?.cancellation,
  );
  // After the chapters of the plans: they note which questions rate.
  const hasExceptions = definition.overlays !== undefined && definition.overlays.length > 0;
  const variables = questionChapter(2, questionGroups(definition.product), words, {
    rated: new Set(names.named),
    state: hasExceptions ? stateQuestionOf(definition) : undefined,
  });
  const all = [general, variables, ...chapters];
  all.push(exhibitChapter(all.length + 1, definition.tables, names, words));
  if (hasExceptions) all.push(stateChapter(all.length + 1, definition, shared.numbers));
  if (example) {
    all.push(exampleChapter(all.length + 1, example, questions, names, plans.ofComponents(example.action)));
  }
  all.push(indexChapter(all.length + 1, shared.values, { questions, accepted: definition.accepted }, names));

  return {
    pageSize: 'LETTER',
    orientation: 'portrait',
    margins: [54, 64, 54, 60],
    headerFromPage: 2,
    title: `${definition.product.title}: rate manual`,
    author: definition.product.title,
    subject: `Rate manual of ${definition.key} ${definition.version}`,
    language: 'en-US',
    createdAt,
    styles: { ...houseStyles, ...manualStyles },
    header: running(definition.product.title, 'Rate and rule manual'),
    footer: running(`Version ${definition.version}`, pageNumbers),
    content: [...titlePage(definition, example, holding), ...contents(all), ...all.flatMap(chapterPages)],
  };
}

const manualStyles: ResolvedDocument['styles'] = {
  chapter: { fontSize: 17, bold: true, color: '#14304F', margin: [0, 0, 0, 8] },
  section: { fontSize: 11.5, bold: true, color: '#14304F', margin: [0, 12, 0, 5] },
  tableTitle: { fontSize: baseStyle.fontSize, bold: true, margin: [0, 8, 0, 3] },
};

function titlePage(
  definition: ProductDefinition,
  example: ManualExample | null,
  holding: string | undefined,
): ResolvedNode[] {
  const states = statesOf(definition);
  return [
    text('Rate and rule manual', { style: 'subtitle', margin: [0, 150, 0, 6] }),
    text(definition.product.title, { style: 'title', fontSize: 30, margin: [0, 0, 0, 24] }),
    facts([
      ['Product', definition.key],
      ['Version', definition.version],
      ['Content hash (SHA-256)', contentHash(definition)],
      ...(holding !== undefined
        ? [['State', holding] as const]
        : states.length > 0
          ? [['States', states.join(', ')] as const]
          : []),
    ]),
    stack(
      [
        paragraph(
          'This manual is written from the product definition with this content hash, which is the one that rates.',
        ),
        ...(example === null ? [paragraph('It has no example: no case of the product is quoted.')] : []),
      ],
      { margin: [0, 24, 0, 0] },
    ),
  ];
}

/** The states in which the product is offered: the choices of the policyholder's state. */
function statesOf({ product }: ProductDefinition): string[] {
  const asked = activeQuestions(product).find(({ qid }) => qid === 'client.state');
  return (asked?.answerChoices ?? []).map((choice) => (typeof choice === 'string' ? choice : choice.label));
}

function contents(chapters: readonly Chapter[]): ResolvedNode[] {
  return [
    text('Contents', { style: 'chapter', pageBreak: 'before' }),
    table({ head: [], rows: contentsRows(chapters), widths: [44, '*', 40], look: 'plain' }),
  ];
}
