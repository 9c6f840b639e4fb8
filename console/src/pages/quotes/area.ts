import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 30,
  title: 'quotes.title',
  icon: 'quotes',
  path: '/quotes',
  needs: ['quotes:read'],
  routes: [
    route('/quotes', () => import('./quote-list.js'), 'QuoteList'),
    route('/quotes/:quoteId', () => import('./quote-page.js'), 'QuotePage'),
    route('/quotes/:quoteId/compare/:otherId', () => import('./compare-page.js'), 'ComparePage'),
  ],
};
