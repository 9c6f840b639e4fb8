/** Brings the first wrong or missing answer of a form into sight, and the focus to it. */
export function focusFirstError(form: Element | null): void {
  const wrong = form?.querySelector('[aria-invalid="true"], [data-invalid="true"]');
  if (!wrong) return;
  for (let at = wrong.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
    at.open = true;
  const control = wrong.matches('input, select, textarea, button')
    ? wrong
    : wrong.querySelector('input, select, button');
  (control as HTMLElement | null)?.focus({ preventScroll: true });
  wrong.scrollIntoView({ block: 'center' });
}
