// Asks the server for the questions again when an answer changes which of them are visible. Without this script the
// visitor sees them after "Get quotes".
const form = document.querySelector('form[data-live]');
let latest = 0;

form?.addEventListener('change', async () => {
  const number = ++latest;
  form.setAttribute('aria-busy', 'true');
  const page = await updated().catch(() => undefined);
  if (number !== latest) return;
  form.removeAttribute('aria-busy');
  const [before, after] = [document, page].map((each) => each?.querySelector('#questions'));
  if (!before || !after || shapeOf(before) === shapeOf(after)) return;
  const active = document.activeElement;
  keepValues(before, after);
  before.replaceWith(after);
  if (active?.id) document.getElementById(active.id)?.focus();
  else if (active?.name) document.querySelector(selectorOf(active))?.focus();
});

async function updated() {
  const body = new URLSearchParams(new FormData(form));
  body.set('do', 'update');
  const answer = await fetch(form.action, { method: 'POST', body });
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
}

/** The fields and their choices. */
function shapeOf(element) {
  return [...element.querySelectorAll('input, select, option')]
    .map((each) => `${each.name} ${each.type === 'text' ? '' : each.value}`)
    .join();
}

/** What was typed while the answer was under way. */
function keepValues(before, after) {
  for (const field of before.querySelectorAll('input:not([type=hidden]), select')) {
    const same = after.querySelector(selectorOf(field));
    if (!same) continue;
    if (field.type === 'radio' || field.type === 'checkbox') same.checked = field.checked;
    else same.value = field.value;
  }
}

function selectorOf({ name, type, value }) {
  const chosen = type === 'radio' || type === 'checkbox' ? `[value="${CSS.escape(value)}"]` : '';
  return `[name="${CSS.escape(name)}"]${chosen}`;
}

// A second click sends nothing twice.
for (const each of document.querySelectorAll('form')) {
  each.addEventListener('submit', (event) => {
    if (each.dataset.sent) event.preventDefault();
    each.dataset.sent = 'true';
  });
}
addEventListener('pageshow', () => {
  for (const each of document.querySelectorAll('form')) delete each.dataset.sent;
});

document.querySelector('#summary')?.focus();
