import type { AnswerMap, Product, Question, QuestionInLoop } from '../../api/client.js';
import { answerAt, loopIn, type Place } from './answer-changes.js';

/** A part of a form: the visible questions of a subsection. */
export interface FormSection {
  /** Of its element, and in links to it. */
  id: string;
  /** The section that it is a part of, and its own title. */
  group: string;
  title: string;
  questions: readonly Question[];
  /** Where an answer is required and missing. */
  missing: readonly Place[];
}

/** The sections of a product and the lines below it that ask something for these answers. */
export function sectionsOf(product: Product, answers: AnswerMap): FormSection[] {
  return allLines(product)
    .flatMap(({ display }) => display?.sections ?? [])
    .flatMap(({ title, subsections }) =>
      subsections.map((subsection) => ({
        group: title,
        title: subsection.title,
        questions: subsection.questions.filter(({ visible }) => visible),
      })),
    )
    .filter(({ questions }) => questions.length > 0)
    .map((section, index) => ({
      ...section,
      id: `section-${index + 1}`,
      missing: section.questions.flatMap((question) => missingOf(question, answers)),
    }));
}

const allLines = (line: Product): Product[] => [line, ...line.lines.flatMap(allLines)];

/** The questions of a loop that are asked in an iteration. */
export function askedIn(
  { loopQuestions = [], loopDefinitionDto }: Question,
  iterationId: string,
): QuestionInLoop[] {
  const seen = loopDefinitionDto?.iterations?.find((each) => each.iterationId === iterationId);
  return loopQuestions.filter((each) => seen?.visibleQuestions.includes(each.qid) ?? each.visible);
}

function missingOf(question: Question, answers: AnswerMap): Place[] {
  const { qid, loopDefinitionDto } = question;
  if (!loopDefinitionDto) return isMissing(question, answers, { qid }) ? [{ qid }] : [];
  const iterations = loopIn(answers, qid);
  const least = loopDefinitionDto.minIterations || (question.required ? 1 : 0);
  if (iterations.length < least) return [{ qid }];
  return iterations.flatMap(({ iterationId }) =>
    askedIn(question, iterationId).flatMap((child) => {
      const place = { qid: child.qid, in: { loop: qid, iterationId } };
      return isMissing(child, answers, place) ? [place] : [];
    }),
  );
}

const isMissing = (
  { required, defaultAnswer }: Pick<QuestionInLoop, 'required' | 'defaultAnswer'>,
  answers: AnswerMap,
  place: Place,
): boolean => required && defaultAnswer === undefined && answerAt(answers, place) === undefined;

/** The sections with the questions whose text has some words; of a loop, with those of its questions. */
export function matchingSections(sections: readonly FormSection[], words: string): readonly FormSection[] {
  const sought = words.trim().toLowerCase();
  if (sought === '') return sections;
  const isSought = ({ question }: { question: string }) => question.toLowerCase().includes(sought);
  return sections
    .map((section) => ({
      ...section,
      questions: section.title.toLowerCase().includes(sought)
        ? section.questions
        : section.questions.flatMap((question) => {
            const loopQuestions = question.loopQuestions?.filter(isSought);
            if (isSought(question)) return [question];
            return loopQuestions?.length ? [{ ...question, loopQuestions }] : [];
          }),
    }))
    .filter(({ questions }) => questions.length > 0);
}
