import type { LintIssue } from '../../ground/lint-issue.js';
import type { Line, Question } from '../../questions/line.js';

type Path = LintIssue['path'];

export interface PlacedLine {
  line: Line;
  path: Path;
  /** False for an inactive line and the lines below it: they ask nothing. */
  asks: boolean;
}

export interface PlacedQuestion {
  question: Question;
  path: Path;
  /** The loop question around it, or null. */
  loop: string | null;
}

/** A line and every line below it, in reading order. */
export function* linesOf(line: Line, path: Path = ['product'], parentAsks = true): Generator<PlacedLine> {
  const asks = parentAsks && line.active;
  yield { line, path, asks };
  for (const [index, child] of line.lines.entries()) yield* linesOf(child, [...path, 'lines', index], asks);
}

/** The questions of one line and those within its loops, in reading order. */
export function* questionsOf({ line, path }: PlacedLine): Generator<PlacedQuestion> {
  for (const [s, section] of (line.display?.sections ?? []).entries()) {
    for (const [u, subsection] of section.subsections.entries()) {
      for (const [q, question] of subsection.questions.entries()) {
        const at = [...path, 'display', 'sections', s, 'subsections', u, 'questions', q];
        yield { question, path: at, loop: null };
        for (const [c, child] of (question.loop?.questions ?? []).entries()) {
          yield { question: child, path: [...at, 'loop', 'questions', c], loop: question.qid };
        }
      }
    }
  }
}
