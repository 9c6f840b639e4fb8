/** The arrows between the rooms and between their folders: docs/design/architecture.md says why each is there. */
const rooms = [
  'api',
  'workflows',
  'activities',
  'documents',
  'db',
  'domain',
  'cli',
  'bench',
  'clients',
  'console',
];

const from = (name, path, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${path}/` },
  to: {
    path: `^(${rooms.join('|')}|test)/`,
    pathNot: allowed.map((a) => `^${a}`),
  },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    // Files that do not import each other can still tie two folders together: a folder is read as a whole.
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(api|activities|documents|db|domain|cli)(/|$)' },
      to: { circular: true },
    },
    from('domain-is-pure', 'domain', ['domain/']),
    {
      name: 'domain-does-no-io',
      severity: 'error',
      from: { path: '^domain/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    from('db-knows-only-domain', 'db', ['db/', 'domain/']),
    from('documents-know-domain-and-db', 'documents', ['documents/', 'domain/', 'db/']),
    from('activities-know-domain-db-and-documents', 'activities', [
      'activities/',
      'domain/',
      'db/',
      'documents/',
    ]),
    from('api-knows-domain-db-documents-and-contracts', 'api', [
      'api/',
      'domain/',
      'db/',
      'documents/',
      'workflows/contracts/',
    ]),
    from(
      'nothing-imports-bench-or-test',
      'cli',
      rooms
        .filter((room) => !['bench', 'clients', 'console'].includes(room))
        .map((room) => `${room}/`)
        .concat('console/vite.config.mjs'),
    ),
    {
      name: 'examples-know-the-typescript-client-only',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: `^(${rooms.join('|')})/`, pathNot: '^clients/typescript/src/index.ts' },
    },
    from('the-console-knows-the-typescript-client-only', 'console', [
      'console/',
      'clients/typescript/src/index.ts',
    ]),
    {
      name: 'areas-of-the-console-share-through-its-parts',
      severity: 'error',
      from: { path: '^console/src/pages/([^/]+)/' },
      to: { path: '^console/src/pages/', pathNot: '^console/src/pages/$1/' },
    },
    from('clients-know-the-contract-only', 'clients', ['clients/']),
    {
      name: 'the-typescript-client-needs-nothing-but-fetch',
      severity: 'error',
      from: { path: '^clients/typescript/src/' },
      to: { pathNot: '^clients/typescript/src/' },
    },
    from('workflows-are-pure', 'workflows', ['workflows/', 'domain/', 'activities/']),
    {
      name: 'workflows-take-activities-as-types-only',
      severity: 'error',
      from: { path: '^workflows/' },
      to: { path: '^activities/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-bench|node_modules)/' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
  },
};
