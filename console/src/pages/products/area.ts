import { type Area, route } from '../../shell/area.js';

export const area: Area = {
  order: 60,
  title: 'products.title',
  icon: 'products',
  path: '/products',
  needs: ['products:read'],
  routes: [
    route('/products', () => import('./product-list.js'), 'ProductList'),
    route('/products/check', () => import('./check-page.js'), 'CheckPage'),
    route('/products/:productId', () => import('./product-page.js'), 'ProductPage'),
    route('/products/:productId/versions/:versionId', () => import('./version-page.js'), 'VersionPage'),
  ],
};
