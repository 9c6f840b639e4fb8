import { hasWords } from '../questions/iteration-names.js';
import type { Line, Question } from '../questions/line.js';
import type { ChangeAt } from './text-change.js';

type PlainQuestion = Omit<Question, 'loop'>;

/** A line with other titles, questions, choices and names of iterations, and those below it. */
export function lineTexts(line: Line, change: ChangeAt): Line {
  const { title, display, lines } = line;
  return {
    ...line,
    title: change(title, ''),
    ...(display && {
      display: {
        sections: display.sections.map((section) => ({
          ...section,
          title: change(section.title, ''),
          subsections: section.subsections.map((subsection) => ({
            ...subsection,
            title: change(subsection.title, ''),
            questions: subsection.questions.map((question) => questionTexts(question, change)),
          })),
        })),
      },
    }),
    lines: lines.map((child) => lineTexts(child, change)),
  };
}

function questionTexts({ loop, ...question }: Question, change: ChangeAt): Question {
  const own = plainTexts(question, change);
  if (loop === undefined) return own;
  return {
    ...own,
    loop: {
      ...loop,
      iterationLabel: change(loop.iterationLabel, question.qid),
      ...(loop.name && hasWords(loop.name) && { name: change(loop.name, question.qid) }),
      questions: loop.questions.map((child) => plainTexts(child, change)),
    },
  };
}

function plainTexts(question: PlainQuestion, change: ChangeAt): PlainQuestion {
  const { qid, answerChoices } = question;
  return {
    ...question,
    question: change(question.question, qid),
    ...(answerChoices && {
      answerChoices: answerChoices.map((choice) => {
        const [value, label] = typeof choice === 'string' ? [choice, choice] : [choice.value, choice.label];
        const shown = change(label, qid);
        return shown === choice ? choice : { value, label: shown };
      }),
    }),
  };
}
