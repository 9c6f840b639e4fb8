/** The arrows between the rooms: docs/architecture.md says why each is there. */
const from = (name, path, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${path}/` },
  to: {
    path: '^(api|workflows|activities|db|domain|threads|cli|test)/',
    pathNot: allowed.map((a) => `^${a}`),
  },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    from('domain-is-pure', 'domain', ['domain/']),
    {
      name: 'domain-does-no-io',
      severity: 'error',
      from: { path: '^domain/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    from('db-knows-only-domain', 'db', ['db/', 'domain/']),
    from('threads-know-nobody', 'threads', ['threads/']),
    from('activities-know-domain-db-and-threads', 'activities', [
      'activities/',
      'domain/',
      'db/',
      'threads/',
    ]),
    from('api-knows-domain-db-threads-and-contracts', 'api', [
      'api/',
      'domain/',
      'db/',
      'threads/',
      'workflows/contracts/',
    ]),
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
    exclude: { path: '(^|/)(dist|node_modules)/' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'] },
  },
};
