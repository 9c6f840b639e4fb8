import { readableReferences } from '../../expression/index.js';
import type { Line } from '../../questions/line.js';
import { type QuestionTypes, questionIdsOf } from '../../questions/question-types.js';

type Concerns = (qid: string) => boolean;

/** The lines of a bundle's components, and the questions that the package itself reads. */
interface Package {
  root: Line;
  componentLineIds: ReadonlySet<string>;
  questionsRead: ReadonlySet<string>;
}

/**
 * The questions whose answers must be valid for the package itself: those of lines outside its components,
 * those that its own steps and rules read, and those that no line asks.
 */
export function packageConcerns(
  { root, componentLineIds, questionsRead }: Package,
  types: QuestionTypes,
): Concerns {
  const isComponent = ({ id }: Line) => componentLineIds.has(id);
  const ofComponents = questionIdsOf(root);
  for (const qid of questionIdsOf(root, isComponent)) ofComponents.delete(qid);
  const read = withConditions(questionsRead, types);
  return (qid) => !ofComponents.has(qid) || read.has(qid);
}

/**
 * The questions whose answers must be valid for one component: those of its line and the lines below it, and
 * those that its plan reads, except the package's, which the package reports.
 */
export function componentConcerns(
  line: Line,
  questionsRead: ReadonlySet<string>,
  ofPackage: Concerns,
  types: QuestionTypes,
): Concerns {
  const own = questionIdsOf(line);
  for (const qid of withConditions(questionsRead, types)) own.add(qid);
  return (qid) => own.has(qid) && !ofPackage(qid);
}

/** Questions with those that their visibility depends on. */
function withConditions(qids: ReadonlySet<string>, types: QuestionTypes): Set<string> {
  const all = new Set<string>();
  const add = (qid: string): void => {
    if (all.has(qid)) return;
    all.add(qid);
    const type = types.get(qid);
    if (type?.loop) add(type.loop);
    for (const name of conditionOf(qid, types)) add(name);
  };
  qids.forEach(add);
  return all;
}

function conditionOf(qid: string, types: QuestionTypes): string[] {
  const condition = types.get(qid)?.definition?.condition;
  return condition === undefined ? [] : readableReferences(condition, types).map(({ name }) => name);
}
