import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { pathText, readProductFile } from '../../../domain/product/file/product-file.js';
import { productContent } from '../../support/product-factory.js';

const [json, yaml] = (() => {
  const content = productContent();
  return [JSON.stringify(content, null, '\t'), stringify(content)];
})();

const findings = (text: string, format: 'JSON' | 'YAML') =>
  readProductFile(text, format).issues.map(
    ({ line, column, path, message }) => `${line}:${column} ${pathText(path)} ${message}`,
  );

describe('readProductFile', () => {
  it('reads JSON, indented by tabs or behind a byte order mark, and YAML, to the same definition', () => {
    expect(readProductFile(json, 'JSON')).toMatchObject({ definition: { version: '1.0.0' }, issues: [] });
    expect(readProductFile(yaml, 'YAML').definition).toEqual(readProductFile(json, 'JSON').definition);
  });

  it('tells line and column of a syntax error', () => {
    expect(findings(json.replace('"version": "1.0.0",', '"version" "1.0.0",'), 'JSON')).toEqual([
      '3:12  Unexpected string',
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
    expect(findings(repeated, 'JSON')).toEqual(['4:1  Map keys must be unique']);
  });

  it('tells path, line and column of what the schema refuses and of what is missing', () => {
    const wrong = json.replace('"version": "1.0.0"', '"version": 1').replace(/"title": "Small Shop",/, '');
    const found = findings(wrong, 'JSON');
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^3:13 version Invalid input: expected string/);
    expect(found[1]).toMatch(/^4:13 product\.title Invalid input/);
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
