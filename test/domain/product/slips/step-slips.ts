import {
  at,
  isMap,
  type Json,
  type JsonMap,
  misspelt,
  operationOf,
  type Path,
  placesIn,
  questionsIn,
  replaced,
  type Slip,
} from './walk.js';

const comparisons = ['==', '!=', '<', '<=', '>', '>='];
const arithmetic = ['+', '-', '*', '/', 'min', 'max'];

/** Slips in what conditions, formulas and steps say of answers and amounts. */
export function stepSlips(content: Json): Slip[] {
  const questions = questionsIn(content);
  const needed = neededIn(content);
  const plans = at(content, ['ratingPlans']);
  const hidden = new Set([...questions].flatMap(([qid, { question }]) => (question.condition ? [qid] : [])));
  return [
    ...[...placesIn(plans, ['ratingPlans'])].flatMap(({ value, path }) => withoutGuard(value, path, hidden)),
    ...[
      ...placesIn(plans, ['ratingPlans']),
      ...placesIn(at(content, ['configurations']), ['configurations']),
    ].flatMap((place) => inOperation(place.value, place.path, questions)),
    ...[...placesIn(plans, ['ratingPlans'])].flatMap(({ value, path }) => inStep(value, path, content)),
    ...[...questions].flatMap(([qid, { question, path }]) => inQuestion(qid, question, path, needed)),
  ];
}

function inOperation(value: Json, path: Path, questions: ReturnType<typeof questionsIn>): Slip[] {
  const operation = operationOf(value);
  if (!operation || path.includes('details')) return [];
  const [operator, operands] = operation;
  const [first = null, second = null] = operands;
  const question = questions.get(
    String(operationOf(first)?.[0] === 'answer' && operationOf(first)?.[1][0]),
  )?.question;
  const put = (kind: string, changed: Json[]) => replaced(kind, path, { [operator]: changed });
  if (operator === 'in') {
    const swapped = put('swapped operands of in', [second, first]);
    if (!Array.isArray(second)) {
      return typeof first === 'string'
        ? [swapped, put('choice that does not exist', [misspelt(first), second])]
        : [swapped];
    }
    const odd =
      question?.answerChoices &&
      put('choice that does not exist', [first, second.map((member) => misspelt(String(member)))]);
    return odd ? [swapped, odd] : [swapped];
  }
  if (comparisons.includes(operator) && question?.answerType === 'SELECT' && typeof second === 'string') {
    return [put('choice that does not exist', [first, misspelt(second)])];
  }
  if (
    comparisons.includes(operator) &&
    typeof second === 'number' &&
    typeof question?.max === 'number' &&
    operator !== '<' &&
    operator !== '<=' &&
    operator !== '!='
  ) {
    return [put('beyond the bounds', [first, question.max + 1])];
  }
  if (operator === 'yearsBetween') {
    return ['0000-01-01', '2020-02-30', '01/02/2020', 2020].map((date) => put('wrong date', [date, second]));
  }
  if (!arithmetic.includes(operator)) return [];
  return operands.flatMap((operand, place) =>
    typeof operand === 'number' ? [put('text in arithmetic', operands.with(place, `${operand} $`))] : [],
  );
}

function inStep(value: Json, path: Path, content: Json): Slip[] {
  if (!isMap(value) || typeof value.op !== 'string') return [];
  const slips: Slip[] = [];
  const { op, as, by, when } = value;
  const place = Number(path.at(-1));
  const next = (at(content, path.slice(0, -1)) as JsonMap[])[place + 1];
  const begins =
    place === 0 && /^(set|add)$/.test(String(value.apply ?? op)) && as === undefined && when === undefined;
  if (begins && /^(multiply|divide)$/.test(String(next?.apply ?? next?.op))) {
    slips.push(replaced('first step left out', path, undefined));
  }
  if (typeof by === 'number') slips.push(replaced('text as amount', [...path, 'by'], `${by} $`));
  if (op === 'multiply' && isMap(by) && 'value' in by) {
    slips.push(replaced('unknown rounding mode', [...path, 'by'], { round: [by, 2, 'HALFUP'] }));
    slips.push(replaced('digits that are not whole', [...path, 'by'], { round: [by, 0.5] }));
    slips.push(replaced('date as amount', [...path, 'by'], { value: 'effectiveDate' }));
  }
  if (typeof as === 'string') {
    const [asked = ''] = questionsIn(content).keys();
    for (const name of ['premium', 'effectiveDate', 'by', asked]) {
      slips.push(replaced('name with another meaning', [...path, 'as'], name));
    }
  }
  return slips;
}

function inQuestion(qid: string, question: JsonMap, path: Path, needed: ReadonlySet<string>): Slip[] {
  const { required, defaultAnswer, min, max, answerType } = question;
  const slips: Slip[] = [];
  if (required === true && defaultAnswer === undefined && needed.has(qid)) {
    slips.push(replaced('optional answer without a guard', [...path, 'required'], false));
    slips.push(
      replaced('hidden question without a guard', path, {
        ...question,
        condition: { answered: 'client.email' },
      }),
    );
  }
  if (typeof min === 'number' && typeof max === 'number') {
    slips.push(replaced('bounds the wrong way round', path, { ...question, min: max, max: min }));
  }
  if (answerType === 'DATE') {
    for (const date of ['2023-02-29', '0000-01-01', '2199-01-01', '1/2/2023']) {
      slips.push(replaced('wrong date', [...path, 'defaultAnswer'], date));
    }
  }
  const values = (question.answerChoices as JsonMap[] | undefined)?.map(({ value }) => value);
  if (typeof defaultAnswer === 'string' && values && !values.includes(misspelt(defaultAnswer))) {
    slips.push(replaced('choice that does not exist', [...path, 'defaultAnswer'], misspelt(defaultAnswer)));
  }
  if (Array.isArray(question.answerChoices)) {
    const again = [...question.answerChoices, question.answerChoices[0] as Json];
    slips.push(replaced('choice twice', [...path, 'answerChoices'], again));
  }
  if (answerType === 'TEXT' && question.loop === undefined) {
    slips.push(replaced('bounds of a text', path, { ...question, decimals: 0 }));
  }
  return slips;
}

/** A `when`, or a condition within a formula, without which a question is read that is not always shown. */
function withoutGuard(value: Json, path: Path, hidden: ReadonlySet<string>): Slip[] {
  const [operator, [, then = null, otherwise = null]] = operationOf(value) ?? ['', []];
  if (operator === 'if' && readsAny(then, hidden) && !path.includes('details') && otherwise !== null) {
    return [replaced('guard left out', path, then)];
  }
  if (!isMap(value) || (value.op === undefined && value.steps === undefined)) return [];
  const { when, where, details: _details, ...rest } = value;
  if (!readsAny(rest, hidden)) return [];
  return Object.entries({ when, where }).flatMap(([guard, other]) =>
    other === undefined ? [] : [replaced('guard left out', [...path, guard], undefined)],
  );
}

/** Whether a step reads one of these answers as a key, or anywhere in an amount but in conditions. */
function readsAny(value: Json, qids: ReadonlySet<string>): boolean {
  const [operator, operands] = operationOf(value) ?? ['', []];
  if (operator === 'answer') return qids.has(String(operands[0]));
  if (operator === 'if' || comparisons.includes(operator) || operator === 'in') return false;
  if (typeof value !== 'object' || value === null) return false;
  if (isMap(value) && (value.when !== undefined || value.where !== undefined)) return false;
  // The steps of an `if` step are guarded by its condition.
  return Object.entries(value).some(
    ([key, part]) => !/^(condition|then|else)$/.test(key) && readsAny(part, qids),
  );
}

/** The questions that a step reads as a key or a number, whatever condition holds. */
function neededIn(content: Json): Set<string> {
  const needed = new Set<string>();
  for (const { value, path } of placesIn(at(content, ['ratingPlans']))) {
    const [operator, [name]] = operationOf(value) ?? ['', []];
    const around = path.slice(0, -1);
    const isKey = around.at(-1) === 'keys';
    const isTerm = around.length > 1 && arithmetic.includes(String(around.at(-1)));
    const isAmount = path.at(-1) === 'by';
    const conditional = path.some((part) =>
      /^(if|and|or|when|then|else|condition|coverages|details)$/.test(String(part)),
    );
    if (operator === 'answer' && (isKey || isTerm || isAmount) && !conditional) needed.add(String(name));
  }
  return needed;
}
