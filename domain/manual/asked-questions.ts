import type { Line, Question } from '../questions/line.js';

/** The questions of a section or subsection of a line. */
export interface QuestionGroup {
  line: Line;
  title: string;
  questions: Question[];
}

/** What the active lines ask, group by group. */
export function questionGroups(line: Line): QuestionGroup[] {
  if (!line.active) return [];
  const own = (line.display?.sections ?? []).flatMap(({ title, subsections }) =>
    subsections.map((subsection) => ({
      line,
      title: subsection.title === title ? title : `${title}: ${subsection.title}`,
      questions: subsection.questions,
    })),
  );
  return [...own.filter(({ questions }) => questions.length > 0), ...line.lines.flatMap(questionGroups)];
}

/** Every question, and those in its loop after it. */
export function activeQuestions(root: Line): Question[] {
  return questionGroups(root).flatMap(({ questions }) =>
    questions.flatMap((question) => [question, ...(question.loop?.questions ?? [])]),
  );
}
