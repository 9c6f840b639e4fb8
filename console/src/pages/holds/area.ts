import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 72,
  title: 'holds.title',
  icon: 'holds',
  path: '/holds',
  needs: ['holds:write', 'holds:override'],
  routes: [
    route('/holds', () => import('./hold-list.js'), 'HoldList'),
    route('/holds/new', () => import('./declare-hold.js'), 'DeclareHoldPage'),
    route('/holds/:holdId', () => import('./hold-page.js'), 'HoldPage'),
  ],
};
