import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';
import { productContent } from '../../support/product-factory.js';

const plain = productContent();
const [json, yaml] = [JSON.stringify(plain, null, '\t'), stringify(plain)];

interface Content extends Omit<ReturnType<typeof productContent>, 'ratingPlans' | 'configurations'> {
  ratingPlans: { standard: { coverages: { steps: object[] }[] } };
  configurations: { events: { GET_QUOTES: object[] } }[];
}

const withoutPlace = (finding: string) => finding.replace(/^\d+:\d+ /, '');

/** What a file says from the place of a finding to the end of the line. */
function lineAt(text: string, finding: string): string | undefined {
  const [line, column] = finding.split(/[: ]/).map(Number);
  return text.split('\n')[(line ?? 1) - 1]?.slice((column ?? 1) - 1);
}

const findings = (text: string, format: 'JSON' | 'YAML') =>
  readProductFile(text, format).issues.map(
    ({ line, column, path, message }) => `${line}:${column} ${pathText(path)} ${message}`,
  );

describe('readProductFile', () => {
  it('reads JSON, indented by tabs or behind a byte order mark, and YAML, to the same definition', () => {
    expect(readProductFile(json, 'JSON')).toMatchObject({ definition: { version: '1.0.0' }, issues: [] });
    expect(readProductFile(yaml, 'YAML').definition).toEqual(readProductFile(json, 'JSON').definition);
  });

  it('takes over the keys of a part with "<<"', () => {
    const merging = yaml.replace(
      / {2}id: (.+)\n {2}title: (.+)\n/,
      '  <<: { id: $1, title: Another }\n  title: $2\n',
    );
    expect(merging).not.toBe(yaml);
    expect(readProductFile(merging, 'YAML').definition).toEqual(readProductFile(json, 'JSON').definition);
  });

  it('tells line and column of a syntax error', () => {
    // The words are Node's: those of version 20, or of 22 and later.
    expect(findings(json.replace('"version": "1.0.0",', '"version" "1.0.0",'), 'JSON')).toEqual([
      expect.stringMatching(/^3:12 {2}(Unexpected string|Expected ':' after property name)$/),
    ]);
    expect(findings(json.replace(/\}\s*$/, ''), 'JSON')).toHaveLength(1);
    expect(findings('', 'JSON')).toEqual(['1:1  Unexpected end of JSON input']);
    expect(findings('key: [1\nversion: 2', 'YAML')[0]).toMatch(/^2:1 /);
  });

  it('refuses what JSON does not know in a JSON file', () => {
    expect(
      findings(json.replace('"version": "1.0.0",', '"version": "1.0.0", # label\n'), 'JSON'),
    ).toHaveLength(1);
  });

  it('refuses a repeated key, which JSON.parse would swallow', () => {
    const repeated = json.replace('"version": "1.0.0",', '"version": "1.0.0",\n"version": "2.0.0",');
    expect(findings(repeated, 'JSON')).toEqual(['4:1  the key "version" is written twice']);
  });

  it('tells path, line and column of what the schema refuses and of what is missing', () => {
    const wrong = json.replace('"version": "1.0.0"', '"version": 1').replace(/"title": "Small Shop",/, '');
    const found = findings(wrong, 'JSON');
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^3:13 version must be a text: write it in quotes/);
    expect(found[1]).toMatch(/^4:13 product\.title is missing; it must be a text/);
  });

  it('names an unknown key at its own place, and the nearest known one', () => {
    const found = (change: (content: Content) => void) => {
      const content = structuredClone<unknown>(plain) as Content;
      change(content);
      const text = JSON.stringify(content, null, 1);
      expect(findings(stringify(content), 'YAML').map(withoutPlace)).toEqual(
        findings(text, 'JSON').map(withoutPlace),
      );
      return findings(text, 'JSON').map((finding) => [lineAt(text, finding), withoutPlace(finding)]);
    };
    expect(found((content) => Object.assign(content, { polcy: {}, tabels: {} }))).toEqual([
      ['"polcy": {},', 'polcy unknown key "polcy"; did you mean "policy"?'],
      ['"tabels": {}', 'tabels unknown key "tabels"; did you mean "tables"?'],
    ]);
    const inPlan = (more: object) =>
      found(({ ratingPlans }) => Object.assign(ratingPlans.standard, more)).map(([, finding]) => finding);
    expect(inPlan({ underwritting: [], taxesAndFee: [], roundng: {}, xyz: 1 })).toEqual([
      'ratingPlans.standard.underwritting unknown key "underwritting"; did you mean "underwriting"?',
      'ratingPlans.standard.taxesAndFee unknown key "taxesAndFee"; did you mean "taxesAndFees"?',
      'ratingPlans.standard.roundng unknown key "roundng"; did you mean "rounding"?',
      expect.stringMatching(/unknown key "xyz"; known are title, terms, derive, loops, coverages/),
    ]);
    const inStep = (more: object) =>
      found(({ ratingPlans }) => Object.assign(ratingPlans.standard.coverages[0]!.steps[0]!, more));
    expect(inStep({ whenn: {} })).toEqual([
      [
        '"whenn": {}',
        'ratingPlans.standard.coverages[0].steps[0].whenn unknown key "whenn"; did you mean "when"?',
      ],
    ]);
    expect(inStep({ op: 'multipy' })[0]?.[1]).toMatch(
      /steps\[0\]\.op must be one of .*; did you mean "multiply"\?$/,
    );
    expect(inStep({ op: 'round', digits: 0, mode: 'HALFUP' }).map(([, finding]) => finding)).toEqual([
      expect.stringMatching(/mode must be one of HALF_UP, .*; did you mean "HALF_UP"\?$/),
      expect.stringMatching(/unknown key "by"; known are/),
    ]);
    const inAction = (more: object) =>
      found((content) => Object.assign(content.configurations[0]!.events.GET_QUOTES[0]!, more)).map(
        ([, finding]) => finding,
      );
    expect(inAction({ plann: 'x', onFailure: [{ type: 'IOI_RATNG' }] })).toEqual([
      expect.stringMatching(/onFailure\[0\]\.type must be one of .*; did you mean "IOI_RATING"\?$/),
      expect.stringMatching(/plann unknown key "plann"; did you mean "plan"\?$/),
    ]);
    expect(found((content) => Object.assign(content.configurations[0]!.events, { GET_QUOTE: [] }))).toEqual([
      ['"GET_QUOTE": []', expect.stringMatching(/did you mean "GET_QUOTES"\?$/)],
    ]);
  });

  it('names what was probably meant by a table without rows', () => {
    const found = (table: object) =>
      findings(
        stringify({
          ...plain,
          tables: { rates: { keys: [{ name: 'a' }], columns: [{ name: 'b' }], ...table } },
        }),
        'YAML',
      );
    expect(found({ workbok: 'rates.xlsx' }).map(withoutPlace)).toEqual([
      'tables.rates.workbok unknown key "workbok"; did you mean "workbook"?',
    ]);
    expect(found({}).map(withoutPlace)).toEqual([
      'tables.rates has no rows: write "rows", or the "file" or "workbook" that holds them',
    ]);
  });

  it('tells the place of what the lint finds', () => {
    const wrong = yaml.replace('min: 0', 'min: 2000');
    const line = wrong.split('\n').findIndex((text) => text.includes('min: 2000')) + 1;
    expect(findings(wrong, 'YAML')).toEqual([
      `${line}:22 product.display.sections[0].subsections[0].questions[1].min min 2000 is greater than max 1000`,
    ]);
  });

  it.each(['null', '[]', '"text"', '3', '{}'])('refuses %s', (text) => {
    expect(readProductFile(text, 'JSON').definition).toBeNull();
    expect(findings(text, 'JSON').length).toBeGreaterThan(0);
  });
});
