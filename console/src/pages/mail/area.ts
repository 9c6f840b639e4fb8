import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 74,
  title: 'mail.title',
  icon: 'mail',
  path: '/mail',
  needs: ['mail:read'],
  routes: [
    route('/mail', () => import('./mail-list.js'), 'MailList'),
    route('/mail/:mailId', () => import('./mail-page.js'), 'MailPage'),
  ],
};
