/** Runs a command of cli/main.ts from dist/, which is built first when its sources changed. */
process.env.NODE_ENV ??= 'production';
const { build, isBuilt, whyNot } = await import('./build.mjs');

if (!whyNot()) {
  try {
    await build((line) => console.error(line));
  } catch (error) {
    // A release that somebody else built runs from folders that we may only read.
    const readOnly = ['EACCES', 'EPERM', 'EROFS'].includes(error.code) && isBuilt();
    if (!readOnly) {
      console.error(error.message);
      process.exit(1);
    }
  }
}
if (!isBuilt()) {
  console.error(`The project is not built, and cannot be built: ${whyNot()}.`);
  process.exit(1);
}
await import('../dist/cli/main.js');
