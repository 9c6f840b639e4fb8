import { connect, type Socket } from 'node:net';
import { type ScannedBytes, type Scanner, scanPatienceMs, type Verdict } from './scanner.js';

const defaultPort = 1344;
const mostAnswer = 64 * 1024;

/**
 * An ICAP service (RFC 3507) such as `icap://clamav.internal:1344/avscan`, which gets each file as the answer of a web
 * server (`RESPMOD`).
 */
export class IcapScanner implements Scanner {
  readonly #url: URL;

  constructor(
    url: string,
    private readonly patienceMs = scanPatienceMs,
  ) {
    this.#url = new URL(url);
  }

  async scan(bytes: ScannedBytes): Promise<Verdict> {
    const { hostname, port } = this.#url;
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) });
    const tooLate = setTimeout(() => socket.destroy(new Error('the scanner took too long')), this.patienceMs);
    try {
      const answered = answerOn(socket);
      // A service that knows already stops reading: its answer counts.
      this.#send(socket, bytes).catch(() => undefined);
      return verdictOf(await answered);
    } finally {
      clearTimeout(tooLate);
      socket.destroy();
    }
  }

  async #send(socket: Socket, { size, pieces }: ScannedBytes): Promise<void> {
    const request = 'GET /file HTTP/1.1\r\nHost: files\r\n\r\n';
    const response = `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`;
    await write(
      socket,
      `RESPMOD ${this.#url.href} ICAP/1.0\r\nHost: ${this.#url.host}\r\nAllow: 204\r\nConnection: close\r\n` +
        `Encapsulated: req-hdr=0, res-hdr=${request.length}, res-body=${request.length + response.length}\r\n\r\n` +
        request +
        response,
    );
    for await (const piece of pieces) {
      await write(socket, `${piece.length.toString(16)}\r\n`);
      await write(socket, piece);
      await write(socket, '\r\n');
    }
    await write(socket, '0\r\n\r\n');
  }
}

const write = (socket: Socket, data: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(data, (error) => (error ? reject(error) : resolve()));
  });

/** The beginning of an answer: its headers and, where it has a body, the status of the page in it. */
function answerOn(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      const body = answer.indexOf('\r\n\r\n') + 4;
      const isWhole = body > 3 && (statusOf(answer) !== 200 || answer.indexOf('\r\n', body) > 0);
      if (isWhole || answer.length > mostAnswer) resolve(answer);
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
}

const statusOf = (answer: string): number => Number(/^ICAP\/1\.\d (\d{3})/.exec(answer)?.[1]);

/** What services say of an infection, in headers that none of them shares with all others. */
const findings = /^(?:X-Infection-Found|X-Virus-ID|X-Virus-Name|X-Violations-Found|X-Blocked):[ \t]*(.*)$/im;

/** An answer that blocks the file is a page with an error; the file itself as an answer says nothing. */
function verdictOf(answer: string): Verdict {
  const status = statusOf(answer);
  const [head = ''] = answer.split('\r\n\r\n', 1);
  const finding = findings.exec(head)?.[1];
  if (finding !== undefined) return { isClean: false, finding: finding.trim() };
  if (status === 204) return { isClean: true };
  const page = /\r\n\r\nHTTP\/1\.\d ([345]\d{2})/.exec(answer)?.[1];
  if (status === 200 && page !== undefined) return { isClean: false, finding: `a page with status ${page}` };
  throw new Error(`the scanner answered ${answer.split('\r\n', 1)[0] || 'nothing'}`);
}
