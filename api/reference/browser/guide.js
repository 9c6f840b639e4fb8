/** A guide's commands can be copied, and on a development start have the demo's address and key. */
import './contents.js';

const answer = await fetch(new URL('../../demo-access', import.meta.url));
const demo = await answer.json();

for (const block of document.querySelectorAll('pre[data-language=sh]')) {
  const text = block.textContent
    .replaceAll('http://127.0.0.1:3000', location.origin)
    .replaceAll('API_KEY:SECRET', demo.key === undefined ? 'API_KEY:SECRET' : `${demo.key}:${demo.secret}`);
  block.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  });
  const frame = document.createElement('div');
  frame.className = 'copied';
  block.replaceWith(frame);
  frame.append(block, button);
}
