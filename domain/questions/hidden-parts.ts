import type { Condition } from '../expression/written.js';
import type { Line, Question } from './line.js';
import { isNeverAsked } from './never-asked.js';

/**
 * A line whose questions have the conditions of their sections and subsections: the interface has conditions of questions
 * only (spec 2.3), and whatever displays, rates or explains a question then knows them.
 */
export function withOwnConditions(line: Line): Line {
  const { display, lines } = line;
  return {
    ...line,
    ...(display && {
      display: {
        sections: display.sections.map(({ condition: ofSection, ...section }) => ({
          ...section,
          subsections: section.subsections.map(({ condition, ...subsection }) => ({
            ...subsection,
            questions: subsection.questions.map((question) => under([ofSection, condition], question)),
          })),
        })),
      },
    }),
    lines: lines.map(withOwnConditions),
  };
}

function under(around: readonly (Condition | undefined)[], question: Question): Question {
  // An overlay that asks the question names its whole condition.
  if (isNeverAsked(question)) return question;
  const all = [...around, question.condition].filter((each) => each !== undefined);
  const [only] = all;
  if (only === undefined) return question;
  return { ...question, condition: all.length === 1 ? only : { and: all } };
}
