import { type DestinationStream, type Logger, pino } from 'pino'

/** The log: chosen fields only. Nothing a caller sent is logged as it came. */
export const openLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: safeText } }, destination ?? pino.destination({ dest: 1, sync: false }))

/** A fault in words fit for the log: without the values, documents, tokens or secrets that a library may have quoted. */
export const safeText = (fault: unknown): string =>
  (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))
    .replace(/([:,]) "[^]*"/, '$1 "***"')
    .replace(/\d[\d.\-/]{9,}\d/g, '***')
    .replace(/\b(ak_|sk_|whsec_|eyJ)[\w.+/=-]+/g, '$1***')
