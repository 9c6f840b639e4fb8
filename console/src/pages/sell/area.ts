import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 20,
  title: 'sell.title',
  icon: 'sell',
  path: '/sell',
  needs: ['quoting:fire'],
  routes: [
    route('/sell', () => import('./product-choice.js'), 'ProductChoice'),
    route('/sell/:productId', () => import('./sell-page.js'), 'SellPage'),
    route('/sell/:productId/options', () => import('./options-page.js'), 'OptionsPage'),
  ],
};
