import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 73,
  title: 'books.title',
  icon: 'jobs',
  path: '/books',
  needs: ['book:write'],
  routes: [
    route('/books', () => import('./book-list.js'), 'BookList'),
    route('/books/:bookId', () => import('./book-page.js'), 'BookPage'),
  ],
};
