import { constants, readFileSync } from 'node:fs';
import { chown, copyFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../cli/embedded/postgres.js';
import { serviceAccount } from '../../cli/embedded/service-account.js';
import { aCertificate, anAuthority, type Certificate } from '../support/certificates.js';
import { aTemporalServer, type TemporalServer } from '../support/temporal-server.js';
import { anS3Server, type S3Server, s3Credentials } from '../support/versitygw.js';

/** What an operator provides: PostgreSQL, Temporal and a bucket, each over TLS, and the certificates. */
export interface ClusterServers {
  /** Of their data and logs. */
  folder: string;
  certificates: Certificates;
  postgres: EmbeddedPostgres;
  temporal: TemporalServer;
  s3: S3Server;
  /** The settings by which APIs, workers and commands reach them. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

export interface Certificates {
  authority: Certificate;
  /** Of `localhost`, for every server. */
  server: Certificate;
  /** Of the service, for Temporal. */
  client: Certificate;
}

const namespace = 'ioi';
const bucket = 'documents';
const searchAttributes = ['OrganizationId', 'EventType', 'Product', 'ClientId', 'PolicyId'];
const passwords = { ioi_owner: 'of-the-owner', ioi_service: 'of-the-service', temporal: 'of-temporal' };

export async function startClusterServers(folder: string): Promise<ClusterServers> {
  const authority = anAuthority(folder, 'authority.test');
  const server = aCertificate(folder, 'localhost', authority);
  const client = aCertificate(folder, 'service.test', authority);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const postgres = await aPostgres(folder, server);
    stops.push(postgres.stop);
    const s3 = await anS3Server(server);
    stops.push(s3.stop);
    await makeBucket(s3, authority);
    const temporal = await aTemporalServer({
      ...{ folder, authority, certificate: server, client, namespace },
      store: { port: postgres.port, user: 'temporal', password: passwords.temporal },
    });
    stops.push(temporal.stop);
    for (const name of searchAttributes) {
      await temporal.operate(
        ...['operator', 'search-attribute', 'create', '--namespace', namespace],
        ...['--name', `Ioi${name}`, '--type', 'Keyword'],
      );
    }
    const database = (role: keyof typeof passwords) =>
      `postgres://${role}:${passwords[role]}@localhost:${postgres.port}/insurance` +
      `?sslmode=verify-full&sslrootcert=${authority.certFile}`;
    const settings = {
      ...{ DATABASE_URL: database('ioi_service'), OWNER_DATABASE_URL: database('ioi_owner') },
      ...{ TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: namespace },
      TEMPORAL_TLS_CA_FILE: authority.certFile,
      ...{ TEMPORAL_TLS_CERT_FILE: client.certFile, TEMPORAL_TLS_KEY_FILE: client.keyFile },
      ...{ S3_BUCKET: bucket, S3_ENDPOINT: s3.endpoint },
      ...{ S3_ACCESS_KEY_ID: s3Credentials.accessKeyId, S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey },
      // For the bucket, carriers and receivers of notifications.
      NODE_EXTRA_CA_CERTS: authority.certFile,
    };
    return { folder, certificates: { authority, server, client }, postgres, temporal, s3, settings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** With the roles and databases of `temporal-docker/postgres-init.sh`; from then on it takes connections over TLS only. */
async function aPostgres(folder: string, { certFile, keyFile }: Certificate): Promise<EmbeddedPostgres> {
  // PostgreSQL wants its key to be readable by its own user only.
  const ownKey = path.join(folder, 'postgres.key');
  await copyFile(keyFile, ownKey, constants.COPYFILE_EXCL);
  const { ids } = serviceAccount([folder]);
  if (ids) await chown(ownKey, ids.uid, ids.gid);
  const postgres = await startEmbeddedPostgres({
    ...{ dataDir: folder, durable: true, maxConnections: 200, log: () => undefined },
    parameters: { ssl: 'on', ssl_cert_file: certFile, ssl_key_file: ownKey },
  });
  const superuser = new pg.Client({ connectionString: postgres.ownerUrl });
  try {
    await superuser.connect();
    for (const [role, password] of Object.entries(passwords)) {
      const right = role === 'temporal' ? 'createdb' : '';
      await superuser.query(`create role ${role} login ${right} password '${password}'`);
    }
    await superuser.query('create database insurance owner ioi_owner');
    const hba = path.join(folder, 'postgres/pg_hba.conf');
    await writeFile(
      hba,
      'hostssl all all 127.0.0.1/32 scram-sha-256\nhostssl all all ::1/128 scram-sha-256\n',
    );
    await superuser.query('select pg_reload_conf()');
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  } finally {
    await superuser.end();
  }
}

async function makeBucket({ endpoint }: S3Server, { certFile }: Certificate): Promise<void> {
  const client = new S3Client({
    ...{ region: 'us-east-1', endpoint, forcePathStyle: true, credentials: s3Credentials },
    requestHandler: { httpsAgent: new Agent({ ca: readFileSync(certFile) }) },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}
