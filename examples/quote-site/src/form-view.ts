import type { Product, Question, QuestionInLoop } from 'ioi-client';
import { answerField, type Filled, iterationsField, questionsOf, visibleIn } from './answers.js';
import { type Html, html } from './html.js';

/** What is wrong with an answer, by the name of its field. */
export type Faults = ReadonlyMap<string, string>;

interface View {
  filled: Filled;
  faults: Faults;
  /** Every question of the product. */
  questions: readonly Question[];
}

/** The visible questions of a product and its lines, with the answers so far and what is wrong with them. */
export function questionsView(product: Product, filled: Filled, faults: Faults): Html {
  return lineView(product, { filled, faults, questions: questionsOf(product) });
}

function lineView({ display, lines }: Product, view: View): Html {
  const sections = display?.sections.map(({ title, subsections }) => {
    const parts = subsections.map((part) => {
      const asked = part.questions.filter(({ visible }) => visible);
      return (
        asked.length > 0 &&
        html`<h3>${part.title}</h3>${asked.map((question) => questionView(question, view))}`
      );
    });
    return parts.some(Boolean) && html`<section><h2>${title}</h2>${parts}</section>`;
  });
  return html`${sections}${lines.filter(({ active }) => active).map((line) => lineView(line, view))}`;
}

function questionView(question: Question, view: View): Html {
  return question.loopDefinitionDto ? loopView(question, view) : fieldView(question, view);
}

function loopView(loop: Question, view: View): Html {
  const { qid, question, loopDefinitionDto } = loop;
  const { iterationLabel = '', minIterations = 0, maxIterations = Infinity } = loopDefinitionDto ?? {};
  const ids = view.filled.iterations(qid);
  const iterations = ids.map((id, index) => {
    const label = `${iterationLabel} ${index + 1}`;
    return html`<fieldset class="iteration">
      <legend>${label}</legend>
      <input type="hidden" name="${iterationsField(qid)}" value="${id}">
      ${visibleIn(loop, id).map((each) => fieldView(each.question, view, id))}
      ${ids.length > minIterations && html`<button name="do" value="remove:${id}:${qid}" formnovalidate>Remove ${label}</button>`}
    </fieldset>`;
  });
  return html`<fieldset id="${idOf(iterationsField(qid))}" tabindex="-1">
    <legend>${question}</legend>
    ${faultView(iterationsField(qid), view)}${iterations}
    ${ids.length < maxIterations && html`<button name="do" value="add:${qid}" formnovalidate>Add ${iterationLabel.toLowerCase()}</button>`}
  </fieldset>`;
}

function fieldView(question: QuestionInLoop, view: View, iterationId?: string): Html {
  const name = answerField(question.qid, iterationId);
  const value = view.filled.answer(question, iterationId);
  const choices = choicesOf(question, view);
  const label = html`${question.question}${!question.required && html` <span class="optional">(optional)</span>`}`;
  const about = aboutOf(name, question, view);
  if (choices && (question.answerType === 'MULTI_SELECT' || question.answerType === 'BOOLEAN')) {
    const type = question.answerType === 'BOOLEAN' ? 'radio' : 'checkbox';
    const chosen: string[] = type === 'radio' ? [value] : JSON.parse(value || '[]');
    return html`<fieldset class="field" id="${idOf(name)}" tabindex="-1" ${about.attributes}>
      <legend>${label}</legend>${about.view}
      ${type === 'checkbox' && html`<input type="hidden" name="${name}" value="">`}
      ${choices.map((choice) => html`<label class="choice"><input type="${type}" name="${name}" value="${choice.value}" ${chosen.includes(choice.value) && html`checked`}> ${choice.label}</label>`)}
    </fieldset>`;
  }
  const attributes = html`id="${idOf(name)}" name="${name}" ${about.attributes}`;
  const control = choices
    ? html`<select ${attributes}><option value="">Choose…</option>${choices.map(
        (choice) =>
          html`<option value="${choice.value}" ${choice.value === value && html`selected`}>${choice.label}</option>`,
      )}</select>`
    : html`<input ${attributes} ${kindOf(question)} value="${value}">`;
  return html`<div class="field"><label for="${idOf(name)}">${label}</label>${about.view}${control}</div>`;
}

function choicesOf({ answerType, answerChoices, iterationOf }: QuestionInLoop, { filled, questions }: View) {
  if (answerType === 'BOOLEAN')
    return [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ];
  if (iterationOf === undefined) return answerChoices;
  const loop = questions.find(({ qid }) => qid === iterationOf);
  const [first] = loop?.loopQuestions ?? [];
  return filled.iterations(iterationOf).map((value, index) => ({
    value,
    label: `${loop?.loopDefinitionDto?.iterationLabel} ${index + 1}${first ? `: ${filled.answer(first, value)}` : ''}`,
  }));
}

function kindOf({ answerType }: QuestionInLoop): Html {
  if (answerType === 'DATE') return html`type="date"`;
  return answerType === 'TEXT' ? html`type="text"` : html`type="text" inputmode="decimal"`;
}

/** A hint on the bounds and the fault, with the attributes that tie them to the field. */
function aboutOf(name: string, question: QuestionInLoop, view: View): { view: Html; attributes: Html } {
  const hint = hintOf(question);
  const hintId = `${idOf(name)}-hint`;
  const fault = view.faults.has(name);
  const ids = [hint && hintId, fault && faultId(name)].filter(Boolean).join(' ');
  return {
    view: html`${hint && html`<p class="hint" id="${hintId}">${hint}</p>`}${faultView(name, view)}`,
    attributes: html`${ids && html`aria-describedby="${ids}"`} ${fault && html`aria-invalid="true"`}`,
  };
}

function hintOf({ answerType, min, max }: QuestionInLoop): string | undefined {
  const unit = answerType === 'MONEY' ? ' dollars' : answerType === 'PERCENT' ? ' percent' : '';
  if (min === undefined && max === undefined) return unit === '' ? undefined : `In${unit}`;
  const shown = (bound: number) => bound.toLocaleString('en-US', { useGrouping: 'min2' });
  if (max === undefined) return `At least ${shown(min ?? 0)}${unit}`;
  return min === undefined ? `At most ${shown(max)}${unit}` : `${shown(min)} to ${shown(max)}${unit}`;
}

function faultView(name: string, { faults }: View): Html | undefined {
  const fault = faults.get(name);
  return fault === undefined ? undefined : html`<p class="fault" id="${faultId(name)}">${fault}</p>`;
}

/** The id of a field's element. */
export const idOf = (name: string): string => name.replaceAll(/[^\w-]+/g, '_');
const faultId = (name: string) => `${idOf(name)}-fault`;
