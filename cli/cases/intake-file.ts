import { readTextFile } from '../../documents/product-files/read-definition.js';
import { compactAnswers } from '../../domain/cases/case.js';
import { expandedAnswers } from '../../domain/cases/compact-answers.js';
import { type Path, readLocatedTexts } from '../../domain/ground/located-yaml.js';
import { readWritten } from '../../domain/ground/written-issues.js';
import { type AnswerMap, answerMap } from '../../domain/intake/answers.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
import { CommandFailure } from '../ground/command-failure.js';

/**
 * Reads answers from a YAML or JSON file: as in a case, or as an answer map (spec 2.1).
 *
 * @throws CommandFailure if it cannot be read, with the place of each problem.
 */
export async function readIntakeFile(file: string, questions: QuestionTypes): Promise<AnswerMap> {
  const { content, malformed, at } = readLocatedTexts(await readTextFile(file));
  const problems: string[] = [];
  const report = (path: Path, message: string, atKey?: true) => {
    const { line, column } = at(path, atKey);
    problems.push(`${file}:${line}:${column}: error: ${message}`);
  };
  if (malformed) {
    const { line, column } = malformed.place;
    throw new CommandFailure(`${file}:${line}:${column}: error: ${malformed.message}`);
  }
  const structured = answerMap.safeParse(content);
  if (structured.success) return structured.data;
  const { data, issues } = readWritten(compactAnswers, content);
  for (const { path, message, atKey } of issues) report(path, message, atKey);
  const intake = expandedAnswers(data ?? {}, questions, {
    seed: file,
    report: (path, message) => report(path, message, true),
  });
  if (problems.length > 0) throw new CommandFailure(problems.join('\n'));
  return intake;
}
