import { answersOf } from '../expression/index.js';
import type { AnswerMap } from '../intake/answers.js';
import { compileDisplayedQuestion, type QuestionView } from './displayed-question.js';
import { namesOfIterations } from './iteration-names.js';
import type { Line } from './line.js';
import type { DisplayedLine, TableOfContents } from './question-display.js';
import { questionTypesOf } from './question-types.js';
import { compileDisplayConditions, VisibleAnswers } from './visible-answers.js';

/** A request for the question tree (spec 4.3). */
export interface TreeRequest {
  answers: AnswerMap;
  /** Lines without display; they and their child lines stay in the tree. */
  skipLineQuestions: readonly string[];
  /** Sections and subsections stay in the tree, without questions. */
  excludeQuestions: boolean;
}

/** A version's question tree, compiled once; `display` computes only the parts that depend on answers. */
export interface QuestionTree {
  display(request: TreeRequest): { product: DisplayedLine; toc: TableOfContents };
  /** The ids of the root line and every line below it, in reading order. */
  lineIds: readonly string[];
}

type Section = NonNullable<DisplayedLine['display']>['sections'][number];

interface View {
  scope: VisibleAnswers;
  skipped: ReadonlySet<string>;
  excludeQuestions: boolean;
  /** The names of iterations by their ids. */
  names: ReadonlyMap<string, string>;
}

interface CompiledLine {
  id: string;
  display(view: View): DisplayedLine;
  tocEntry: TableOfContents[number] | null;
  lines: readonly CompiledLine[];
}

/** Compiles the tree of a root line. Inactive lines stay in the tree but ask nothing. */
export function compileQuestionTree(root: Line): QuestionTree {
  const types = questionTypesOf(root);
  const conditions = compileDisplayConditions(types);
  const compiled = compileLine(root, true);
  const lines = [...inReadingOrder(compiled)];
  return {
    lineIds: lines.map((line) => line.id),
    display({ answers, skipLineQuestions, excludeQuestions }) {
      const skipped = new Set(skipLineQuestions);
      const toc = lines.flatMap(({ id, tocEntry }) => {
        if (tocEntry === null) return [];
        return skipped.has(id) ? [{ ...tocEntry, sections: [] }] : [tocEntry];
      });
      const scope = new VisibleAnswers(answersOf(answers, types), conditions);
      const names = namesOfIterations(answers, types);
      return { product: compiled.display({ scope, skipped, excludeQuestions, names }), toc };
    },
  };
}

function compileLine(line: Line, parentAsks: boolean): CompiledLine {
  const { id, title, active, clientType, type, template } = line;
  const asks = parentAsks && active;
  const head = { id, title, active, clientType, type, template };
  const sections = asks && line.display ? compileSections(line) : null;
  const lines = line.lines.map((child) => compileLine(child, asks));
  return {
    id,
    lines,
    tocEntry: asks ? { lineId: id, title, sections: titlesOf(line) } : null,
    display(view) {
      const displayed = sections !== null && !view.skipped.has(id);
      return {
        ...head,
        ...(displayed && { display: { sections: sections(view) } }),
        lines: lines.map((child) => child.display(view)),
      };
    },
  };
}

function compileSections(line: Line): (view: View) => Section[] {
  let order = 0;
  const sections = (line.display?.sections ?? []).map(({ title, subsections }) => ({
    title,
    subsections: subsections.map((subsection) => ({
      title: subsection.title,
      questions: subsection.questions.map((question) => {
        order += 1;
        return compileDisplayedQuestion(question, { lineId: line.id, order });
      }),
    })),
  }));
  const questionsOf = (questions: readonly QuestionView[], { scope, excludeQuestions, names }: View) =>
    excludeQuestions ? [] : questions.map((question) => question(scope, names));
  return (view) =>
    sections.map(({ title, subsections }) => ({
      title,
      subsections: subsections.map((subsection) => ({
        title: subsection.title,
        questions: questionsOf(subsection.questions, view),
      })),
    }));
}

function titlesOf(line: Line): TableOfContents[number]['sections'] {
  return (line.display?.sections ?? []).map(({ title, subsections }) => ({
    title,
    subsections: subsections.map((subsection) => ({ title: subsection.title })),
  }));
}

function* inReadingOrder(line: CompiledLine): Generator<CompiledLine> {
  yield line;
  for (const child of line.lines) yield* inReadingOrder(child);
}
