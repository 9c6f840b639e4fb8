import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 80,
  title: 'figures.title',
  icon: 'figures',
  path: '/figures',
  needs: ['quotes:read', 'policies:read'],
  routes: [route('/figures', () => import('./figures-page.js'), 'FiguresPage')],
};
