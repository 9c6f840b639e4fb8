/** The SMTP server that takes mails. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the beginning; else the connection is upgraded before anything is sent, except on this machine. */
  secure: boolean;
  user: string | undefined;
  password: string | undefined;
  /** How long it may be silent. */
  timeoutMs: number;
}

/** How mails are sent. */
export interface MailSettings {
  /** Undefined: none is sent. */
  server: MailServer | undefined;
  /** The sender of all mails, and its name, where an organization's mail has no other. */
  from: { address: string; name: string | undefined };
  /** Without a server: mails are written and kept to be looked at. */
  catches: boolean;
  /** Whether mails are sent for clients under test clocks. */
  forTestClocks: boolean;
}

/** Nothing is sent. */
export const noMail: MailSettings = {
  server: undefined,
  from: { address: 'nobody@ioi.invalid', name: undefined },
  catches: false,
  forTestClocks: false,
};
