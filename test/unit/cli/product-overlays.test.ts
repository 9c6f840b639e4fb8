import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homeownersFiles } from '../../support/homeowners/files.js';
import { runProduct } from '../../support/shop-book.js';

let folder: string;
const file = (name: string) => path.join(folder, name);

const home = {
  'client.name': 'Ada',
  'home.insured': 300_000,
  'home.construction': 'FRAME',
  'home.protection': 5,
  'home.deductible': '1000',
  'claims.count': 0,
};
const aCase = (name: string, state: string, premium: number) => ({
  ...{ name, effectiveDate: '2027-03-01' },
  ...{ answers: { ...home, 'client.state': state }, expect: { premium } },
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-overlays-'));
  await mkdir(file('states'));
  for (const [name, text] of homeownersFiles()) await writeFile(file(name), text);
  const changed = (await readFile(file('states/oh.yaml'), 'utf8')).replace(/rate: [\d.]+/, 'rate: 9.99');
  await mkdir(file('later/states'), { recursive: true });
  for (const [name, text] of homeownersFiles())
    await writeFile(file(`later/${name}`), name === 'states/oh.yaml' ? changed : text);
  const cases = [aCase('In Ohio', 'OH', 1), aCase('In Iowa', 'IA', 1)];
  await writeFile(file('homeowners.cases.yaml'), JSON.stringify(cases));
  await writeFile(
    file('risks.csv'),
    [
      'name,effectiveDate,client.name,client.state,home.insured,home.construction,home.protection,home.deductible,claims.count',
      ...['OH', 'OH', 'TX'].map((state, index) => `${index},2027-03-01,Ada,${state},300000,FRAME,5,1000,0`),
    ].join('\n'),
  );
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const product = (command: string, ...more: string[]) => runProduct(command, ...more);
const all = async (...given: Parameters<typeof product>) => (await product(...given)).join('\n');

describe('the commands for one state of a product with overlays', () => {
  it('shows what holds there, as a product file', async () => {
    const text = await all('show', file('homeowners.yaml'), '--state', 'OH', '--on', '2027-03-01');
    expect(text).toMatch(/^# homeowners-countrywide 1.0.0: OH on 2027-03-01, with OH, first filing\n/);
    expect(text).toContain('- [ FRAME, 5.14 ]');
    expect(text).not.toContain('overlays:');
    await writeFile(file('ohio.yaml'), text);
    expect(await all('lint', file('ohio.yaml'))).toContain('can be imported');
    await expect(all('show', file('homeowners.yaml'), '--state', 'DC')).rejects.toThrow(
      'The product is not sold in "DC"',
    );
    await expect(all('show', file('homeowners.yaml'), '--on', '2027-03-01')).rejects.toThrow('needs --state');
  }, 60_000);

  it('shows what each state differs in', async () => {
    const text = await all('show', file('homeowners.yaml'));
    expect(text).toContain(
      'AL from 2027-07-01, AL, revision of July 2027: 4 differences\n\n  Tables\n    rates [construction FRAME]: rate 4.12 → 4.39\n',
    );
    expect(text).toContain('WY from 2026-01-01, WY, first filing:');
  });

  it('compares two versions there, and the overlays of all', async () => {
    const files = [file('homeowners.yaml'), file('later/homeowners.yaml')];
    await expect(all('diff', ...files)).rejects.toThrow('The versions differ');
    expect(await all('diff', ...files, '--state', 'TX', '--on', '2027-03-01')).toContain(': 0 differences');
    const inOhio = ['--state', 'OH', '--on', '2027-03-01'];
    await expect(all('diff', ...files, ...inOhio)).rejects.toThrow('The versions differ: 1 difference.');
  }, 60_000);

  it('lints it alone', async () => {
    expect(await all('lint', file('homeowners.yaml'), '--state', 'OH')).toContain('can be imported');
    await expect(all('lint', file('homeowners.yaml'), '--state', 'OHH')).rejects.toThrow('is not valid');
  }, 60_000);

  it('writes its manual, and one of all with what each state differs in', async () => {
    const write = (...more: string[]) =>
      product('manual', file('homeowners.yaml'), '--format', 'html', '--out', folder, ...more);
    await write('--state', 'OH', '--on', '2027-03-01');
    const ofOhio = await readFile(file('homeowners-countrywide-rate-manual-oh-2027-03-01.html'), 'utf8');
    expect(ofOhio).toContain('OH on 2027-03-01, with OH, first filing');
    expect(ofOhio).toContain('5.14');
    expect(ofOhio).not.toContain('Exceptions by state');
    await write();
    const ofAll = await readFile(file('homeowners-countrywide-rate-manual.html'), 'utf8');
    expect(ofAll).toContain('Exceptions by state');
    expect(ofAll).toContain('WY, first filing');
  }, 60_000);

  it('rates the cases of it, and names states without any', async () => {
    const failing = (...more: string[]) => product('test', file('homeowners.yaml'), ...more);
    await expect(failing()).rejects.toThrow('0 of 2 cases passed');
    await expect(failing('--state', 'OH')).rejects.toThrow('0 of 1 case passed');
    await expect(failing('--state', 'WY')).rejects.toThrow('There are no cases of WY');
  }, 60_000);

  it('tells the impact of each overlay, or of the parts that it changes there', async () => {
    const impact = async (...more: string[]) => {
      const files = [file('homeowners.yaml'), file('later/homeowners.yaml')];
      const [json = ''] = await product(
        'impact',
        ...files,
        '--intakes',
        file('risks.csv'),
        '--json',
        ...more,
      );
      return JSON.parse(json);
    };
    expect(await impact()).toMatchObject({
      risks: 3,
      contributions: [{ title: 'overlay "OH, first filing"', changed: 2 }],
    });
    expect(await impact('--state', 'OH', '--on', '2027-03-01')).toMatchObject({
      risks: 2,
      contributions: [{ title: 'Rate for each 1,000 of the sum insured (table rates)', changed: 2 }],
    });
  }, 60_000);
});
