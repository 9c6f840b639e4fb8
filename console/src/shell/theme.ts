const kept = 'ioi.theme';
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const currentTheme = (): Theme =>
  themes.find((each) => each === localStorage.getItem(kept)) ?? 'system';

/** Shows a theme, and keeps the choice in this browser. */
export function showTheme(theme: Theme): void {
  localStorage.setItem(kept, theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
