import type { FullPolicy, Product, Quote } from 'ioi-client';
import { answerField, askedOf, type Filled, questionsOf } from './answers.js';
import type { OfferedPlan } from './buy.js';
import { type Faults, idOf, questionsView } from './form-view.js';
import { type Html, html } from './html.js';

/** A whole page. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><script type="module" src="/form.js"></script>
</head>
<body><header><a href="/">All products</a></header><main><h1>${title}</h1>${content}</main></body>
</html>`.text;
}

export function productsPage(products: readonly { productId: string; name: string }[]): string {
  return page(
    'Get a quote',
    html`<ul>${products.map(({ productId, name }) => html`<li><a href="/products/${productId}">${name}</a></li>`)}</ul>`,
  );
}

export interface Form {
  lineId: string;
  title: string;
  product: Product;
  filled: Filled;
  faults: Faults;
  effectiveDate: string;
  /** The event of the next quote: sending the form twice quotes once. */
  triggerRequestId: string;
  clientId: string;
}

export function formPage(form: Form): string {
  const { lineId, title, product, filled, faults, effectiveDate } = form;
  const fault = faults.get('effectiveDate');
  return page(
    title,
    html`${summary(form)}
    <form method="post" action="/products/${lineId}" data-live novalidate>
      <button class="unseen" name="do" value="quote" tabindex="-1">Get quotes</button>
      <input type="hidden" name="triggerRequestId" value="${form.triggerRequestId}">
      <input type="hidden" name="clientId" value="${form.clientId}">
      <div class="field"><label for="effectiveDate">First day of the cover</label>
        ${fault && html`<p class="fault" id="effectiveDate-fault">${fault}</p>`}
        <input type="date" id="effectiveDate" name="effectiveDate" value="${effectiveDate}" ${fault && html`aria-invalid="true" aria-describedby="effectiveDate-fault"`}></div>
      <div id="questions">${questionsView(product, filled, faults)}</div>
      <button class="main" name="do" value="quote">Get quotes</button>
    </form>`,
  );
}

/** Links to the fields at fault, by their questions. */
function summary({ product, filled, faults }: Form): Html | undefined {
  if (faults.size === 0) return undefined;
  const asked = askedOf(questionsOf(product), filled).map(
    ({ question, iterationId }) => [answerField(question.qid, iterationId), question.question] as const,
  );
  const labels = new Map<string, string>([['effectiveDate', 'First day of the cover'], ...asked]);
  const links = [...faults].map(
    ([name, fault]) => html`<li><a href="#${idOf(name)}">${labels.get(name) ?? fault}</a></li>`,
  );
  return html`<div id="summary" role="alert" tabindex="-1"><h2>Please check ${faults.size === 1 ? 'one answer' : `${faults.size} answers`}</h2><ul>${links}</ul></div>`;
}

export interface Quotes {
  triggerRequestId: string;
  lineId: string;
  quotes: readonly Quote[];
  missing: number;
}

export function quotesPage({ triggerRequestId, lineId, quotes, missing }: Quotes): string {
  return page(
    'Your quotes',
    html`${quotes.map((quote) => quoteView(quote, triggerRequestId))}
    ${missing > 0 && html`<p>${missing} more to come. <a href="">Look again</a></p>`}
    <p><a href="/products/${lineId}">Start again</a></p>`,
  );
}

function quoteView(
  { requestId, lineName, quotingOrganization, quoteDetails, messages, ...quote }: Quote,
  event: string,
): Html {
  const verdict = quote.bindable
    ? html`<form method="post" action="/quotes/${event}/${requestId}"><button class="main">Choose this quote</button></form>`
    : quote.requiresUnderwriterApproval
      ? html`<p><strong>Under review.</strong> An underwriter looks at this quote before you can buy it. The premium may change.</p>`
      : html`<p><strong>Declined.</strong> We cannot offer this cover.</p>`;
  return html`<article class="card"><h2>${lineName}</h2><p>By ${quotingOrganization}</p>
    ${messages.length > 0 && html`<ul>${messages.map(({ message }) => html`<li>${message}</li>`)}</ul>`}
    ${quoteDetails && detailsView(quoteDetails)}${verdict}</article>`;
}

function detailsView({ premium, duration, coverageTypes }: NonNullable<Quote['quoteDetails']>): Html {
  const fees = premium.taxesAndFees ?? [];
  const total = fees.reduce(
    (cents, { amount }) => cents + Math.round(amount * 100),
    Math.round(premium.amount * 100),
  );
  const term = `${duration.length} ${duration.scale.toLowerCase()}${duration.length === 1 ? '' : 's'}`;
  return html`<p class="premium">${money(total / 100)} for ${term}</p>
    <table><caption class="hint">What it covers</caption>
    ${coverageTypes.map(({ coverages }) => coverages.map((coverage) => html`<tr><th scope="row">${coverage.title}${limitsOf(coverage.details)}</th><td>${money(coverage.premium.amount)}</td></tr>`))}
    ${fees.map(({ type, amount }) => html`<tr><th scope="row">${words(type)}</th><td>${money(amount)}</td></tr>`)}
    <tr class="total"><th scope="row">Total</th><td>${money(total / 100)}</td></tr></table>`;
}

function limitsOf({ limits = [], deductible = [] }: { limits?: Limit[]; deductible?: Limit[] }): Html {
  const shown = ({ amount, description = '', scopeLabel = '' }: Limit, of = '') => {
    const scope =
      scopeLabel !== '' && scopeLabel.toLowerCase() !== description.toLowerCase() && `, ${scopeLabel}`;
    const value = /^\d+(\.\d+)?$/.test(amount) ? dollars.format(Number(amount)) : words(amount);
    return html`<div class="hint">${of}${description}${scope}: ${value}</div>`;
  };
  return html`${limits.map((limit) => shown(limit))}${deductible.map((each) => shown(each, 'Deductible: '))}`;
}

interface Limit {
  amount: string;
  scopeLabel?: string;
  description?: string;
}

export function plansPage(event: string, quoteId: string, plans: readonly OfferedPlan[]): string {
  const choice = ({ paymentPlan, totalPremium, instalments }: OfferedPlan, index: number) =>
    html`<label class="choice"><input type="radio" name="plan" value="${paymentPlan}" ${index === 0 && html`checked`}> ${words(paymentPlan)}: ${money(totalPremium)}, first payment ${money(instalments[0]?.amount ?? 0)}</label>`;
  return page(
    'How would you like to pay?',
    html`<form method="post" action="/quotes/${event}/${quoteId}/buy"><fieldset class="field"><legend>Payment plan</legend>${plans.map(choice)}</fieldset>
    <p class="hint">This is a demonstration: no money moves. The site reports the first payment as received.</p>
    <button class="main">Pay and buy</button></form>`,
  );
}

export function policyPage({ policy, statements }: Pick<FullPolicy, 'policy' | 'statements'>): string {
  const due = statements?.map(
    ({ dueDate, amount, state }) =>
      html`<tr><th scope="row">${dueDate}</th><td>${money(amount)} ${words(state).toLowerCase()}</td></tr>`,
  );
  return page(
    'You are insured',
    html`<article class="card"><h2>Policy ${policy?.policyNumber}</h2>
    <p>From ${policy?.effectiveDate} to ${policy?.expirationDate}.</p>
    <table><caption class="hint">Payments</caption>${due}</table></article>`,
  );
}

/** `back`: the page to try it from. */
export function failurePage(title: string, detail: string, back: string): string {
  return page(title, html`<p role="alert">${detail}</p><p><a href="${back}">Back</a></p>`);
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
/** `POLICY_FEE` as "Policy fee". */
const words = (name: string) => `${name.charAt(0)}${name.slice(1).toLowerCase().replaceAll('_', ' ')}`;
