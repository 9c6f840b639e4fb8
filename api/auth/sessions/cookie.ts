import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';

/**
 * A cookie with a secret: of a session, or of a sign-in that is under way. It is `Secure` but on loopback, where plain HTTP is as safe and some browsers would drop it. As
 * `__Host-` no sibling of the host can set it; on loopback, whose ports share their cookies, its name has the port.
 */
export class HostCookie {
  /** `publicUrl`: where people reach the service; without it, the request's own host counts. */
  constructor(
    private readonly purpose: 'session' | 'sign-on',
    private readonly publicUrl: string | undefined,
  ) {}

  read(req: IncomingMessage): string | undefined {
    const { name } = this.#formFor(req);
    for (const pair of (req.headers.cookie ?? '').split(';')) {
      const [key = '', value = ''] = pair.trim().split('=', 2);
      if (key === name) return /^[\w-]{43}$/.test(value) ? value : undefined;
    }
    return undefined;
  }

  /** It ends with the browser; the service ends it earlier. */
  set(req: Request, res: Response, secret: string): void {
    const { name, attributes } = this.#formFor(req);
    res.append('Set-Cookie', `${name}=${secret}; ${attributes}`);
  }

  clear(req: Request, res: Response): void {
    const { name, attributes } = this.#formFor(req);
    res.append('Set-Cookie', `${name}=; Max-Age=0; ${attributes}`);
  }

  #formFor(req: IncomingMessage): { name: string; attributes: string } {
    const own = `http://${req.headers.host ?? 'localhost'}`;
    const { protocol, hostname, port } = new URL(
      this.publicUrl ?? (URL.canParse(own) ? own : 'http://localhost'),
    );
    const common = 'Path=/; HttpOnly; SameSite=Lax';
    return protocol === 'https:' || !isLoopback(hostname)
      ? { name: `__Host-ioi-${this.purpose}`, attributes: `${common}; Secure` }
      : { name: `ioi-${this.purpose}-${port || '80'}`, attributes: common };
  }
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
