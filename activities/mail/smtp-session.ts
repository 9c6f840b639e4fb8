import type { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailServer } from '../ground/mail-settings.js';

/** The connection failed, or the server refused it or a message. */
export class SmtpFailure extends Error {
  /** Of the server's answer. */
  readonly responseCode: number | undefined;
  /** Whether the answer was to the message, not to the connection. */
  readonly isAboutMessage: boolean;

  constructor(error: unknown) {
    const { message, responseCode, code } = error as Error & { responseCode?: number; code?: string };
    super(message.slice(0, 500), { cause: error });
    this.responseCode = responseCode;
    this.isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  }
}

const loopback = /^(localhost|127\.[\d.]+|\[?::1\]?)$/i;

/** One connection to a mail server, over which messages are sent one after the other. */
export class SmtpSession {
  #failure: SmtpFailure | undefined;

  private constructor(private readonly connection: SMTPConnection) {
    const fail = (error: unknown) => {
      this.#failure ??= new SmtpFailure(error);
    };
    connection.on('error', fail);
    connection.on('end', () => fail(new Error('the connection was closed')));
  }

  /** Connects and signs in. @throws SmtpFailure */
  static async open({ host, port, secure, user, password, timeoutMs }: MailServer): Promise<SmtpSession> {
    const isHere = loopback.test(host);
    const connection = new SMTPConnection({
      host: host.replace(/^\[|\]$/g, ''),
      port,
      secure,
      requireTLS: !secure && !isHere,
      ignoreTLS: !secure && isHere,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      logger: false,
    });
    const session = new SmtpSession(connection);
    try {
      await session.#answered((done) => connection.connect((error) => done(error ?? null, undefined)));
      if (user !== undefined) {
        const credentials = { user, pass: password ?? '' };
        await session.#answered((done) =>
          connection.login({ credentials }, (error) => done(error, undefined)),
        );
      }
    } catch (error) {
      connection.close();
      throw error;
    }
    return session;
  }

  get isUsable(): boolean {
    return this.#failure === undefined;
  }

  /**
   * Sends a message, and returns the server's answer. The end of the message is sent when its stream ends: it may wait
   * before. @throws SmtpFailure
   */
  async send(
    { from, to, id, size }: { from: string; to: string; id: string; size: number },
    message: Readable,
  ): Promise<string> {
    // The server reports by the id what becomes of the mail, if it can.
    const dsn = { envid: id, ret: 'HDRS', notify: ['FAILURE', 'DELAY'] };
    return this.#answered((done) =>
      this.connection.send({ from, to: [to], size, dsn }, message, (error, info) =>
        done(error, info?.response ?? ''),
      ),
    );
  }

  /** Says goodbye; a session that failed is closed at once. */
  end(): void {
    if (this.isUsable) this.connection.quit();
    else this.connection.close();
  }

  close(): void {
    this.#failure ??= new SmtpFailure(new Error('closed'));
    this.connection.close();
  }

  /** Errors are told to the callback, or by an event where nobody waits for an answer. */
  #answered<Answer>(ask: (done: (error: Error | null, answer: Answer) => void) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(new SmtpFailure(error));
      const ended = () => setImmediate(() => fail(new Error('the connection was closed')));
      const settle = () => {
        this.connection.off('error', fail);
        this.connection.off('end', ended);
      };
      this.connection.once('error', fail).once('end', ended);
      ask((error, answer) => {
        settle();
        if (error) fail(error);
        else resolve(answer);
      });
    });
  }
}
