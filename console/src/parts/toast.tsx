import { useSyncExternalStore } from 'react';
import s from './parts.module.css';

const shownMs = 5_000;
let toasts: readonly { id: number; text: string }[] = [];
let count = 0;
const watchers = new Set<() => void>();

function show(changed: typeof toasts): void {
  toasts = changed;
  for (const watcher of watchers) watcher();
}

/** Tells for some seconds that something was done; what is told already is not told twice. */
export function say(text: string): void {
  if (toasts.some((each) => each.text === text)) return;
  count += 1;
  const id = count;
  show([...toasts, { id, text }]);
  setTimeout(() => show(toasts.filter((each) => each.id !== id)), shownMs);
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Where they appear, and where screen readers hear them. */
export function Toasts() {
  const shown = useSyncExternalStore(watch, () => toasts);
  return (
    <div className={s.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text }) => (
        <div className={s.toast} key={id}>
          {text}
        </div>
      ))}
    </div>
  );
}
