/** It has no types of its own; those of DefinitelyTyped bring all of Koa's. */
declare module 'oidc-provider' {
  // biome-ignore-start lint/suspicious/noExplicitAny: as far as tests use it.
  // biome-ignore lint/style/noDefaultExport: as the package exports it.
  export default class Provider {
    constructor(issuer: string, configuration: object);
    Client: any;
    Grant: any;
    use(middleware: (ctx: any, next: () => Promise<void>) => Promise<void>): void;
    callback(): (req: any, res: any) => void;
    interactionFinished(req: any, res: any, result: object): Promise<void>;
  }
  // biome-ignore-end lint/suspicious/noExplicitAny: as far as tests use it.
}
