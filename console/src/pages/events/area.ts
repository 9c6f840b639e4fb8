import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 70,
  title: 'events.title',
  icon: 'events',
  path: '/events',
  needs: ['events:read'],
  routes: [
    route('/events', () => import('./event-list.js'), 'EventList'),
    route('/events/:triggerRequestId', () => import('./event-page.js'), 'EventPage'),
  ],
};
