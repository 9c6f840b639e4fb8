/** On a wide screen the contents are open. On a narrow one they close when a link in them was followed. */
const contents = document.querySelector('.contents');
const isNarrow = () => matchMedia('(max-width: 50rem)').matches;

if (contents) {
  contents.open = !isNarrow();
  contents.addEventListener('click', ({ target }) => {
    if (isNarrow() && target.closest('a')) contents.open = false;
  });
}
