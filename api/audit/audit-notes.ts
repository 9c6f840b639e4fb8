import type { RequestHandler } from 'express';
import type { AuditedAction } from '../../db/audit/actions.js';
import { type AuditEntry, recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { callerOf } from '../http/caller.js';
import { auditOf } from '../http/person.js';

/** The most entries that one writing adds: attacks from ever new addresses do not fill the database. */
const mostEntries = 1_000;

/**
 * Refusals and reads, which change nothing, wait here for up to a minute until they are written to the audit log. Equal
 * ones are one entry with their number.
 */
export class AuditNotes {
  #noted = new Map<string, AuditEntry & { occurrences: number }>();

  constructor(private readonly db: Database) {}

  note(entry: AuditEntry): void {
    const { occurrences = 1 } = entry;
    const isFull = this.#noted.size >= mostEntries && !this.#noted.has(keyOf(entry));
    // The number of organizations and their people is bounded, that of addresses is not.
    const { origin: _origin, ...elsewhere } = entry;
    const noted = isFull ? elsewhere : entry;
    const key = keyOf(noted);
    const known = this.#noted.get(key);
    this.#noted.set(key, { ...(known ?? noted), occurrences: (known?.occurrences ?? 0) + occurrences });
  }

  /** Writes what was noted; what cannot be written stays for the next time. */
  async write(): Promise<void> {
    const noted = [...this.#noted.values()];
    if (noted.length === 0) return;
    this.#noted = new Map();
    try {
      await recordAudit(this.db, ...noted);
    } catch (error) {
      for (const entry of noted) this.note(entry);
      throw error;
    }
  }

  /** Notes the answered requests of an endpoint. */
  ofReads(action: AuditedAction): RequestHandler {
    return (req, res, next) => {
      res.on('finish', () => {
        if (res.statusCode >= 400) return;
        const caller = callerOf(req);
        const { organizationId } = caller;
        this.note({ ...auditOf(caller), action, organizationId, targetId: String(req.route?.path) });
      });
      next();
    };
  }
}

function keyOf({ action, organizationId, by, targetId, origin, details }: AuditEntry): string {
  return JSON.stringify([
    ...[action, organizationId, by?.personId ?? by?.apiKey, targetId, origin?.address, details],
  ]);
}
