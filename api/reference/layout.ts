import { type Html, html, type Part } from './html.js';

export interface Page {
  title: string;
  /** The path of the page below the site, for its mark in the header. */
  path: string;
  navigation?: Part;
  body: Part;
  scripts?: readonly string[];
}

/** The pages that every page leads to. */
const destinations = [
  { path: 'quick-start', name: 'Quick start' },
  { path: '', name: 'Reference' },
  { path: 'events', name: 'Events' },
  { path: 'problems', name: 'Problems' },
  { path: 'webhooks', name: 'Webhooks' },
  { path: 'guides', name: 'Guides' },
];

/** A page of the site at `base`, with the header that all pages share. `has` answers which of them there are. */
export function layout(
  { title, path, navigation, body, scripts = [] }: Page,
  { base, asset, has }: { base: string; asset(name: string): string; has(path: string): boolean },
): Html {
  const links = destinations.filter((each) => has(each.path));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${asset('icon.svg')}">
<link rel="stylesheet" href="${asset('site.css')}">
${scripts.map((name) => html`<script type="module" src="${asset(name)}"></script>`)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><nav aria-label="Pages">${links.map(
    (each) =>
      html`<a href="${base}${each.path === '' ? '' : `/${each.path}`}"${
        each.path === path && html` aria-current="page"`
      }>${each.name}</a>`,
  )}</nav></header>
<div class="frame${navigation === undefined && ' alone'}">
${navigation !== undefined && html`<details class="contents"><summary>Contents</summary>${navigation}</details>`}
<main id="content" tabindex="-1"${path !== '' && html` class="guide"`}>
${body}
</main>
</div>
</body>
</html>
`;
}
