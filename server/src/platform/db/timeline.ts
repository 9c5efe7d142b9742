/**
 * The timeline that a primary writes, in SQL. It grows the moment a standby is promoted; the control file says so later.
 */
export const timelineText = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"

/** Whether this service does not say where it is: no permission, no such function, or not supported. */
export const isUnsupported = (error: unknown): boolean =>
  /^(42501|42883|0A000)$/.test((error as { code?: string } | null)?.code ?? '')
