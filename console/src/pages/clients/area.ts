import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 50,
  title: 'clients.title',
  icon: 'clients',
  path: '/clients',
  needs: ['clients:read'],
  routes: [
    route('/clients', () => import('./client-list.js'), 'ClientList'),
    route('/clients/:clientId', () => import('./client-page.js'), 'ClientPage'),
  ],
};
