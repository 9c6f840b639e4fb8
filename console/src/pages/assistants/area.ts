import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 17,
  title: 'assistants.title',
  icon: 'assistants',
  path: '/assistants',
  needs: ['tasks:read'],
  routes: [
    route('/assistants', () => import('./act-list.js'), 'ActList'),
    route('/assistants/:actId', () => import('./act-page.js'), 'ActPage'),
  ],
};
