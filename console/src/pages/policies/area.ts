import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 40,
  title: 'policies.title',
  icon: 'policies',
  path: '/policies',
  needs: ['policies:read'],
  routes: [
    route('/policies', () => import('./policy-list.js'), 'PolicyList'),
    route('/policies/:policyId/endorse', () => import('./endorse/endorse-page.js'), 'EndorsePage'),
    route('/policies/:policyId', () => import('./policy-page.js'), 'PolicyPage'),
  ],
};
