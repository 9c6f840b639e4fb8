import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CommandScanner } from '../../../documents/scanning/command-scanner.js';
import { IcapScanner } from '../../../documents/scanning/icap-scanner.js';
import { scannerOf } from '../../../documents/scanning/scanner-of.js';

// In parts, so that no scanner of this machine takes the test for it.
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('');

async function* inPieces(text: string | Buffer) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
const bytesOf = (text: string | Buffer) => ({ size: Buffer.byteLength(text), pieces: inPieces(text) });

describe('a command', () => {
  const script = path.join(tmpdir(), `scan-${process.pid}.sh`);
  const command = async (text: string, given = '') => {
    await writeFile(script, text);
    return `sh ${script} ${given}`;
  };
  const finds = 'if grep -q EICAR; then echo "Eicar FOUND"; exit 1; fi';

  it('reads a file from its input and says by its exit whether it is clean', async () => {
    const scanner = await scannerOf(await command(finds));
    expect(await scanner.scan(bytesOf('a letter'))).toEqual({ isClean: true });
    expect(await scanner.scan(bytesOf(eicar))).toEqual({ isClean: false, finding: 'Eicar FOUND' });
  });

  it('reads it from a path where an argument stands for it', async () => {
    const scanner = new CommandScanner(await command(`exec < "$1"; ${finds}`, '{file}'));
    expect(await scanner.scan(bytesOf('a letter'))).toEqual({ isClean: true });
    expect(await scanner.scan(bytesOf(eicar))).toMatchObject({ isClean: false });
  });

  it('may end before it has read everything', async () => {
    const large = Buffer.alloc(5_000_000, 'x');
    expect(await new CommandScanner(await command('exit 1')).scan(bytesOf(large))).toMatchObject({
      isClean: false,
    });
    expect(await new CommandScanner(await command('exit 0')).scan(bytesOf(large))).toEqual({ isClean: true });
  });

  it('that fails, takes too long or is not there says nothing', async () => {
    await expect(
      new CommandScanner(await command('echo no database; exit 2')).scan(bytesOf('x')),
    ).rejects.toThrow(/2/);
    const slow = new CommandScanner(await command('sleep 20'), 100);
    await expect(slow.scan(bytesOf('x'))).rejects.toThrow('SIGKILL');
    await expect(new CommandScanner('/no/such/scanner').scan(bytesOf('x'))).rejects.toThrow('ENOENT');
  });

  it('says nothing of a file that it got in part', async () => {
    const broken = async function* () {
      yield Buffer.from('a');
      throw new Error('a piece is missing');
    };
    const scanner = new CommandScanner(await command('cat > /dev/null'));
    await expect(scanner.scan({ size: 9, pieces: broken() })).rejects.toThrow('a piece is missing');
  });
});

describe('an ICAP service', () => {
  let stop: (() => void) | undefined;
  afterEach(() => stop?.());

  /** A service that reads a request to the end of its body and answers; the address, and what it read. */
  async function service(answer: (request: string) => string | undefined) {
    const read: string[] = [];
    const server = createServer((socket) => {
      let request = '';
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        request += data.toString('latin1');
        if (!request.endsWith('\r\n0\r\n\r\n')) return;
        read.push(request);
        const text = answer(request);
        if (text !== undefined) socket.end(text);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stop = () => void server.close();
    return { address: `icap://127.0.0.1:${(server.address() as AddressInfo).port}/avscan`, read };
  }

  it('gets the file as the answer of a web server, and says whether it is clean', async () => {
    const { address, read } = await service((request) =>
      request.includes('EICAR')
        ? 'ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Resolution=2; Threat=Eicar;\r\nEncapsulated: null-body=0\r\n\r\n'
        : 'ICAP/1.0 204 No Content\r\n\r\n',
    );
    const scanner = await scannerOf(address);
    expect(await scanner.scan(bytesOf('a letter'))).toEqual({ isClean: true });
    expect(await scanner.scan(bytesOf(eicar))).toMatchObject({
      isClean: false,
      finding: expect.stringContaining('Eicar'),
    });
    const [request = ''] = read;
    const [head = '', ...rest] = request.split('\r\n\r\n');
    expect(head).toMatch(/^RESPMOD icap:\/\/127\.0\.0\.1:\d+\/avscan ICAP\/1\.0\r\n/);
    const encapsulated = request.slice(head.length + 4);
    const [, response, body] = /Encapsulated: req-hdr=0, res-hdr=(\d+), res-body=(\d+)/.exec(head) ?? [];
    expect(encapsulated.slice(Number(response))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(encapsulated.slice(Number(body))).toBe('8\r\na letter\r\n0\r\n\r\n');
    expect(rest.length).toBeGreaterThan(2);
  });

  it.each<[string, string]>([
    [
      'blocks by a page',
      'ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0, res-body=30\r\n\r\nHTTP/1.1 403 Forbidden\r\n\r\n',
    ],
    ['names a virus', 'ICAP/1.0 200 OK\r\nX-Virus-ID: Eicar\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
  ])('finds something where it %s', async (_what, answer) => {
    const { address } = await service(() => answer);
    expect(await new IcapScanner(address).scan(bytesOf('x'))).toMatchObject({ isClean: false });
  });

  it.each<[string, string | undefined]>([
    ['fails', 'ICAP/1.0 500 Server Error\r\n\r\n'],
    ['knows no such service', 'ICAP/1.0 404 Not Found\r\n\r\n'],
    [
      'gives the file back',
      'ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0, res-body=19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
    ],
    ['closes', ''],
    ['does not answer', undefined],
  ])('says nothing where it %s', async (_what, answer) => {
    const { address } = await service(() => answer);
    await expect(new IcapScanner(address, 200).scan(bytesOf('x'))).rejects.toThrow(/the scanner/);
  });

  it('says nothing where it is not there', async () => {
    const { address } = await service(() => undefined);
    stop?.();
    await expect(new IcapScanner(address).scan(bytesOf('x'))).rejects.toThrow('ECONNREFUSED');
  });
});
