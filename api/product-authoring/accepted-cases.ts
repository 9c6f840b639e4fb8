import type { CaseFailure } from '../../documents/product-files/case-report.js';
import { acceptedText } from '../../domain/cases/accepted-text.js';
import { BadRequest } from '../errors/app-error.js';
import type { SentProduct } from './file-schemas.js';

/** A file of cases with new results. */
interface AcceptedFile {
  file: string;
  text: string;
  /** The names of the cases that expect what their quotes give now. */
  cases: string[];
  /** Those that have to be changed by hand, such as cases whose values come from an anchor. */
  left: string[];
}

/**
 * The sent files of cases in which those of these names expect what their quotes give. 400 for a name without a failing case, and
 * for cases in another file than YAML.
 */
export function acceptedCases(
  files: SentProduct['files'],
  failures: readonly CaseFailure[],
  names: readonly string[],
): AcceptedFile[] {
  const chosen = failures.filter((failure) => names.includes(failure.case));
  const faults = names.flatMap((name, index) => {
    const file = chosen.find((failure) => failure.case === name)?.file;
    if (file !== undefined && /\.ya?ml$/.test(file)) return [];
    const detail =
      file === undefined ? 'is no case that fails' : `is in ${file}: only .cases.yaml files can be changed`;
    return [{ field: `accept.${index}`, detail }];
  });
  if (faults.length > 0) throw new BadRequest(faults);
  return [...new Set(chosen.map(({ file }) => file))].map((file) => {
    const differing = chosen
      .filter((failure) => failure.file === file)
      .map(({ case: name, differences }) => ({ name, differences }));
    const { text, accepted } = acceptedText(textOf(files[file]), differing);
    const left = differing.map(({ name }) => name).filter((name) => !accepted.includes(name));
    return { file, text, cases: accepted, left };
  });
}

function textOf(file: SentProduct['files'][string] | undefined): string {
  return typeof file === 'object' ? Buffer.from(file.base64, 'base64').toString() : (file ?? '');
}
