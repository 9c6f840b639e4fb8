import path from 'node:path';
import react from '@vitejs/plugin-react';

const root = import.meta.dirname;

/** The console's build, and the development server of `npm run console`, which passes requests on to a running service. */
export default {
  root,
  base: '/console/',
  configFile: false,
  plugins: [react()],
  build: {
    outDir: path.join(root, '../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    // A data: address of a script or style would break the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Of the libraries in it, which ask for being named.
    license: { fileName: 'licenses.md' },
  },
  server: {
    proxy: { '/ioi': process.env.IOI_URL ?? 'http://127.0.0.1:3000' },
  },
};
