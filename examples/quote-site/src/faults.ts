import { InvalidRequestError, type Question, type Quote } from 'ioi-client';
import { answerField, askedOf, type Filled, iterationsField } from './answers.js';

/** Required questions that are asked and not answered. */
export function missingAnswers(questions: readonly Question[], filled: Filled): Map<string, string> {
  const missing = askedOf(questions, filled).filter(
    ({ question, iterationId }) => question.required && filled.answer(question, iterationId) === '',
  );
  return new Map(
    missing.map(({ question, iterationId }) => [
      answerField(question.qid, iterationId),
      'Please answer this.',
    ]),
  );
}

/** The answers that rating could not use: a declined quote says which. */
export function faultsOf(quotes: readonly Quote[]): Map<string, string> {
  const faults = new Map<string, string>();
  for (const { type, messages } of quotes) {
    if (type !== 'DECLINE') return new Map();
    for (const { qid, iterationId, severity, rule, message } of messages) {
      if (qid !== undefined && severity === 'ERROR' && rule === undefined) {
        faults.set(answerField(qid, iterationId), sentence(message, qid));
      }
    }
  }
  return faults;
}

/** The fields of a refused request, from its pointers: `/payload/intake/client.name/answer`. */
export function faultsOfRequest(error: unknown, intake: object): Map<string, string> {
  if (!(error instanceof InvalidRequestError)) throw error;
  const faults = new Map<string, string>();
  for (const { pointer = '', detail } of error.errors) {
    const [, payload, field, qid = '', , index, , child] = pointer.split('/').map(unescaped);
    if (payload !== 'payload') throw error;
    if (field === 'effectiveDate') faults.set('effectiveDate', detail);
    else if (field === 'intake') faults.set(fieldAt(intake, qid, index, child), detail);
    else throw error;
  }
  if (faults.size === 0) throw error;
  return faults;
}

function fieldAt(intake: object, qid: string, index: string | undefined, child: string | undefined): string {
  const loop = (intake as Record<string, { iterations?: { iterationId: string }[] }>)[qid]?.iterations;
  if (loop === undefined) return answerField(qid);
  return child === undefined ? iterationsField(qid) : answerField(child, loop[Number(index)]?.iterationId);
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Without the id of the question, which the visitor does not know. */
function sentence(message: string, qid: string): string {
  const text = message.replace(`the answer to "${qid}"`, 'this').replace(`"${qid}"`, 'this');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
