/** On a narrow screen the contents are closed, and close again when a link in them was followed. */
const contents = document.querySelector('.contents');
const isNarrow = () => matchMedia('(max-width: 50rem)').matches;

if (contents) {
  if (isNarrow()) contents.open = false;
  contents.addEventListener('click', ({ target }) => {
    if (isNarrow() && target.closest('a')) contents.open = false;
  });
}
