const longest = 4_000;

/**
 * Whether somebody may be sent there after a sign-in: a page of the console, written as an absolute path. Anything that a
 * browser could read as another place is none: a second slash or a backslash at the beginning, a scheme, tabs and line ends,
 * which browsers drop.
 */
export function isConsolePath(text: string): boolean {
  if (text.length > longest || !/^\/console(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/.test(text)) return false;
  const url = new URL(text, 'http://console.invalid');
  return url.host === 'console.invalid' && /^\/console(\/|$)/.test(url.pathname);
}
