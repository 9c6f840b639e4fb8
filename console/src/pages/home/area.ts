import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 5,
  title: 'home.title',
  icon: 'home',
  path: '/home',
  needs: ['tasks:read', 'quotes:read', 'policies:read', 'events:read'],
  routes: [route('/home', () => import('./home-page.js'), 'HomePage')],
};
