import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Certificate {
  certFile: string;
  keyFile: string;
}

/** A certificate authority of the test, in `folder`. */
export function anAuthority(folder: string, name: string): Certificate {
  const { certFile, keyFile } = filesOf(folder, name);
  openssl(
    ...['req', '-x509', '-new', '-nodes', '-newkey', 'rsa:2048', '-subj', `/CN=${name}`, '-days', '2'],
    ...['-keyout', keyFile, '-out', certFile],
  );
  return { certFile, keyFile };
}

/** A certificate for a host name, or for a client, that an authority signed. */
export function aCertificate(folder: string, name: string, authority: Certificate): Certificate {
  const { certFile, keyFile } = filesOf(folder, name);
  const request = path.join(folder, `${name}.csr`);
  const extensions = path.join(folder, `${name}.ext`);
  writeFileSync(extensions, `basicConstraints=CA:FALSE\nsubjectAltName=DNS:${name}\n`);
  openssl(
    ...['req', '-new', '-nodes', '-newkey', 'rsa:2048', '-subj', `/CN=${name}`],
    ...['-keyout', keyFile, '-out', request],
  );
  openssl(
    ...['x509', '-req', '-in', request, '-CA', authority.certFile, '-CAkey', authority.keyFile],
    ...['-set_serial', '1', '-days', '2', '-extfile', extensions, '-out', certFile],
  );
  return { certFile, keyFile };
}

function filesOf(folder: string, name: string): Certificate {
  return { certFile: path.join(folder, `${name}.pem`), keyFile: path.join(folder, `${name}.key`) };
}

function openssl(...words: string[]): void {
  execFileSync('openssl', words, { stdio: 'pipe' });
}
