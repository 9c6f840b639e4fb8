import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { MailSettings } from '../../activities/ground/mail-settings.js';
import { noMail } from '../../activities/ground/mail-settings.js';

/** What the server does with a message: takes it, cuts the connection before its end or after it, or answers a code. */
export type SmtpHabit = 'TAKE' | 'CUT_BEFORE_END' | 'CUT_AFTER_END' | 'CUT_UNTAKEN' | 421 | 451 | 550;

/** A message that the server took. */
export interface TakenMail {
  messageId: string;
  to: string;
  raw: string;
}

export interface SmtpDesk {
  /** In order: the server's log. */
  taken: TakenMail[];
  /** For the next messages; then it takes them. */
  habits: SmtpHabit[];
  settings: MailSettings;
  close(): Promise<void>;
}

/** An SMTP server on this machine that keeps what it took. */
export async function anSmtpDesk(): Promise<SmtpDesk> {
  const taken: TakenMail[] = [];
  const habits: SmtpHabit[] = [];
  const sockets = new Map<string, Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const habit = habits.shift() ?? 'TAKE';
      const cut = () => void sockets.get(session.remotePort.toString())?.destroy();
      if (habit === 'CUT_BEFORE_END') cut();
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (typeof habit === 'number') {
          done(Object.assign(new Error('not today'), { responseCode: habit }));
          return;
        }
        const raw = Buffer.concat(pieces).toString();
        const messageId = /^message-id: (.*)$/im.exec(raw)?.[1]?.trim() ?? '';
        const [{ address = '' } = {}] = session.envelope.rcptTo;
        if (habit === 'TAKE' || habit === 'CUT_AFTER_END') taken.push({ messageId, to: address, raw });
        if (habit === 'TAKE') done(null, 'taken');
        else cut();
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.set(String(socket.remotePort), socket);
    socket.once('close', () => sockets.delete(String(socket.remotePort)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const access = { host: '127.0.0.1', port, secure: false, user: undefined, password: undefined };
  return {
    taken,
    habits,
    settings: {
      ...noMail,
      server: { ...access, timeoutMs: 5_000 },
      from: { address: 'mail@acme.example', name: undefined },
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
