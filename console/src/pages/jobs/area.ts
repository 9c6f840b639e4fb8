import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 72,
  title: 'jobs.title',
  icon: 'jobs',
  path: '/jobs',
  needs: ['events:read'],
  routes: [
    route('/jobs', () => import('./job-list.js'), 'JobList'),
    route('/jobs/:jobId', () => import('./job-page.js'), 'JobPage'),
  ],
};
