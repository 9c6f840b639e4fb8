import { useEffect, useRef } from 'react';

export interface Shortcut {
  /** As `KeyboardEvent.key` has it; `mod+k` for Ctrl or ⌘. */
  key: string;
  says: string;
  act: () => void;
}

const active = new Set<{ current: readonly Shortcut[] }>();

/** The shortcuts of what is in sight, for the help. */
export const activeShortcuts = (): Shortcut[] => [...active].flatMap(({ current }) => current);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return;
  const isMod = event.ctrlKey || event.metaKey;
  if (!isMod && (isTyping(event.target) || document.querySelector('[role="dialog"]'))) return;
  const pressed = isMod ? `mod+${event.key.toLowerCase()}` : event.key;
  const found = activeShortcuts().findLast(({ key }) => key === pressed);
  if (!found) return;
  event.preventDefault();
  found.act();
}

/** Keys that do something while the component is in sight. They are silent in a field or dialog, but for those with `mod+`. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    if (active.size === 0) document.addEventListener('keydown', press);
    active.add(latest);
    return () => {
      active.delete(latest);
      if (active.size === 0) document.removeEventListener('keydown', press);
    };
  }, []);
}
