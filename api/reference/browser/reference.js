/** The reference page's forms: they send requests as a program would, with the key at the top of the page. */
import './contents.js';

const key = document.querySelector('#key');
const secret = document.querySelector('#secret');
const note = document.querySelector('#access');
const operations = document.querySelector('#operations');
/** The address of the service in examples. */
const exampleOrigin = 'http://127.0.0.1:3000';
const exampleIds = JSON.parse(operations.dataset.exampleIds);

/** Ids of records that answers had, by the names that the examples' ids have; kept for this tab. */
let learned = JSON.parse(sessionStorage.getItem('learned') ?? '{}');
const edited = new WeakSet();

await fillInCredentials();
fillInIds();

for (const field of [key, secret]) {
  field.addEventListener('input', () => {
    sessionStorage.setItem('credentials', JSON.stringify([key.value, secret.value]));
  });
}

document.querySelector('#credentials').addEventListener('submit', (event) => event.preventDefault());

operations.addEventListener('input', ({ target }) => {
  if (!target.matches('.examples')) edited.add(target);
});

operations.addEventListener('change', ({ target }) => {
  if (!target.matches('.examples')) return;
  const { body } = target.form.elements;
  edited.delete(body);
  body.dataset.example = target.value;
  fillInIds();
});

operations.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const [button] = form.querySelectorAll('[type=submit]');
  button.disabled = true;
  show(form, 'Sending…', 'note');
  await send(form).catch((error) => show(form, `Not sent: ${error.message}`, 'bad'));
  button.disabled = false;
});

operations.addEventListener('click', async ({ target }) => {
  if (!target.matches('.curl')) return;
  try {
    await navigator.clipboard.writeText(curlOf(requestOf(target.form)));
    target.textContent = 'Copied';
  } catch (error) {
    show(target.form, `Not copied: ${error.message}`, 'bad');
  }
  setTimeout(() => {
    target.textContent = 'Copy as curl';
  }, 2_000);
});

document.querySelector('#filter').addEventListener('input', ({ target }) => {
  const sought = target.value.trim().toLowerCase();
  for (const section of document.querySelectorAll('.contents section')) {
    for (const item of section.querySelectorAll('li')) {
      const text = `${item.textContent} ${item.firstElementChild.dataset.find ?? ''}`.toLowerCase();
      item.hidden = !text.includes(sought);
    }
    section.hidden = section.querySelector('li:not([hidden])') === null;
    const list = section.querySelector('details');
    if (list) list.open = sought !== '';
  }
});

/** Those of this tab, or on a development start those of the demo. */
async function fillInCredentials() {
  const kept = sessionStorage.getItem('credentials');
  if (kept) {
    [key.value, secret.value] = JSON.parse(kept);
    return;
  }
  const answer = await fetch(new URL('../../demo-access', import.meta.url));
  const demo = await answer.json();
  if (demo.key === undefined) return;
  [key.value, secret.value] = [demo.key, demo.secret];
  note.textContent = `Filled in with the demo key of ${demo.organization}. Requests change its data.`;
}

/**
 * Replaces the ids of the examples by those of records that answers had, in forms that nobody has edited. A form that names
 * several records keeps those of the examples until all are known: records of different clients do not go together.
 */
function fillInIds() {
  for (const form of operations.querySelectorAll('form')) {
    const fields = [...form.querySelectorAll('input, textarea')].filter((field) => !edited.has(field));
    for (const field of fields) field.dataset.example ??= field.value;
    const named = Object.entries(exampleIds).filter(([name, id]) => {
      return name !== 'line' && fields.some(({ dataset }) => dataset.example.includes(id));
    });
    const isKnown = named.every(([name]) => learned[name] !== undefined);
    for (const field of fields) {
      let text = field.dataset.example.replaceAll(exampleOrigin, location.origin);
      if (isKnown) for (const [name, id] of named) text = text.replaceAll(id, learned[name]);
      field.value = field.dataset.in === 'path' ? (learned[field.name] ?? text) : text;
    }
  }
}

/** Keeps the ids of an answer. Records of an earlier client are forgotten with the client. */
function learn(answer) {
  const { metadata = {} } = answer;
  const [policy] = metadata.POLICY_CREATE?.policies ?? [];
  const client = metadata.client ?? metadata.POLICY_CREATE?.clientId ?? answer.clientId;
  if (client !== undefined && client !== learned.client) learned = {};
  const found = {
    client,
    quote: metadata.quotes?.[0]?.requestId,
    policy: policy?.id,
    policyNumber: policy?.policyNumber,
    statement: policy?.statements?.[0]?.id,
    payment: metadata.PAYMENT_SETUP?.paymentTriggerRequestId,
  };
  const first = answer.content?.[0] ?? answer;
  for (const name of ['triggerRequestId', 'endpointId', 'deliveryId', 'entryId', 'versionId']) {
    found[name] = first[name];
  }
  for (const [name, id] of Object.entries(found)) if (typeof id === 'string') learned[name] = id;
  sessionStorage.setItem('learned', JSON.stringify(learned));
  fillInIds();
}

/** The request of a form. Throws at a body that is not JSON. */
function requestOf(form) {
  const { method, path, type } = form.dataset;
  const query = new URLSearchParams();
  const headers = {};
  let place = path;
  for (const input of form.querySelectorAll('input')) {
    const { value, name } = input;
    if (input.dataset.in === 'path') place = place.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && input.dataset.in === 'query') query.set(name, value);
    else if (value !== '' && input.dataset.in === 'header') headers[name] = value;
  }
  const body = form.elements.body?.value.trim() || undefined;
  if (body !== undefined) {
    headers['Content-Type'] = type;
    if (type.endsWith('json')) requireJson(body);
  }
  const search = query.size > 0 ? `?${query}` : '';
  return { method, url: `${location.origin}${place}${search}`, headers, body };
}

function requireJson(text) {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Error(`the body is not JSON (${error.message}).`);
  }
}

async function send(form) {
  const { url, method, headers, body } = requestOf(form);
  if (key.value !== '') headers.Authorization = `Basic ${base64(`${key.value}:${secret.value}`)}`;
  const startedAt = performance.now();
  // Without "omit", a browser asks for a name and a password in its own window when the key is wrong.
  const answer = await fetch(url, { method, headers, body, credentials: 'omit', cache: 'no-store' });
  const content = await answer.blob();
  const took = Math.round(performance.now() - startedAt);
  const lines = [`${answer.status} ${answer.statusText}, ${took} ms`];
  if (answer.status === 401) {
    lines.push(
      key.value === ''
        ? 'Fill in an API key at the top of the page.'
        : 'The API key or its secret is wrong. Correct them at the top of the page.',
    );
  }
  const kind = answer.ok ? 'good' : 'bad';
  if (/json/.test(content.type)) {
    const text = await content.text();
    show(form, lines, kind, code(indented(text)));
    if (answer.ok) learn(JSON.parse(text));
  } else if (/^text\//.test(content.type)) show(form, lines, kind, code(await content.text()));
  else show(form, lines, kind, ...(content.size > 0 ? [download(content)] : []));
}

function show(form, lines, kind, ...more) {
  const paragraphs = [lines].flat().map((line) => {
    const paragraph = document.createElement('p');
    paragraph.className = kind;
    paragraph.textContent = line;
    return paragraph;
  });
  form.querySelector('.sent').replaceChildren(...paragraphs, ...more);
}

function code(text) {
  const block = document.createElement('pre');
  block.tabIndex = 0;
  block.textContent = text;
  return block;
}

function download(content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = '';
  link.textContent = `Save the file (${content.type}, ${content.size} bytes)`;
  return link;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function curlOf({ method, url, headers, body }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...(key.value === '' ? [] : [`-u ${quoted(`${key.value}:${secret.value}`)}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}
