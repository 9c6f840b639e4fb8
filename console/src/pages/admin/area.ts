import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 90,
  title: 'admin.title',
  icon: 'admin',
  path: '/admin',
  needs: ['administration:read', 'audit:read', 'webhooks:read'],
  routes: [
    route('/admin', () => import('./admin-page.js'), 'AdminPage'),
    route('/admin/people/:personId', () => import('./people/person-page.js'), 'PersonPage'),
    route('/admin/keys/:apiKey', () => import('./keys/key-page.js'), 'KeyPage'),
    route('/admin/webhooks/:endpointId', () => import('./webhooks/endpoint-page.js'), 'EndpointPage'),
  ],
};
