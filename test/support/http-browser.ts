/** As much of a browser as redirects and cookies need: cookies are of a host, whatever its port. */
export class HttpBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  cookiesOf(url: string): string {
    return [...(this.#cookies.get(new URL(url).hostname) ?? [])].map((pair) => pair.join('=')).join('; ');
  }

  setCookie(url: string, name: string, value: string): void {
    const { hostname } = new URL(url);
    const jar = this.#cookies.get(hostname) ?? new Map<string, string>();
    this.#cookies.set(hostname, jar.set(name, value));
  }

  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: this.cookiesOf(url), ...(init.headers as Record<string, string>) };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) {
        this.#cookies.get(new URL(url).hostname)?.delete(pair.slice(0, at));
      } else this.setCookie(url, pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  /** Follows redirects until `isEnd`, or until there is none. The last address, and the answer there. */
  async follow(
    url: string,
    isEnd: (url: string) => boolean = () => false,
    init?: RequestInit,
  ): Promise<{ url: string; answer: Response }> {
    let [at, answer] = [url, await this.send(url, init)];
    for (let hops = 0; hops < 10; hops += 1) {
      const location = answer.headers.get('location');
      if (location === null) break;
      await answer.arrayBuffer();
      at = new URL(location, at).href;
      if (isEnd(at)) break;
      answer = await this.send(at);
    }
    return { url: at, answer };
  }
}
