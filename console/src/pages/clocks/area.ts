import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 75,
  title: 'clocks.title',
  icon: 'clocks',
  path: '/clocks',
  needs: ['clocks:read'],
  except: 'PROD',
  routes: [
    route('/clocks', () => import('./clock-list.js'), 'ClockList'),
    route('/clocks/:clockId', () => import('./clock-page.js'), 'ClockPage'),
  ],
};
