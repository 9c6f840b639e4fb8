import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 10,
  title: 'queue.title',
  icon: 'queue',
  path: '/queue',
  needs: ['quotes:read', 'events:read', 'policies:read', 'webhooks:read'],
  routes: [
    route('/queue', () => import('./queue-page.js'), 'QueuePage'),
    route('/queue/:quoteId', () => import('./referral-page.js'), 'ReferralPage'),
  ],
};
