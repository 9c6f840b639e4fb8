import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 15,
  title: 'tasks.title',
  icon: 'tasks',
  path: '/tasks',
  needs: ['tasks:read'],
  routes: [
    route('/tasks', () => import('./task-list.js'), 'TaskList'),
    route('/tasks/:taskId', () => import('./task-page.js'), 'TaskPage'),
  ],
};
