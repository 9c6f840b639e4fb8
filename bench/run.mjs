/** Runs the bench from dist-bench/, which is built first when its sources changed. */
process.env.NODE_ENV ??= 'production';
const { compile, rooms } = await import('../cli/build.mjs');

await compile('dist-bench', [...rooms, 'bench'], (line) => console.error(line));
await import('../dist-bench/bench/main.js');
