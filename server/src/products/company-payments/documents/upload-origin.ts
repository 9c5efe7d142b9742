import type { Storage } from '../../../platform/storage/storage.ts'

const anyId = '00000000-0000-0000-0000-000000000000'

/** Where browsers send invoices to; null: to this server, like everything else. */
export const uploadOrigin = async (storage: Storage): Promise<string | null> =>
  storage.put === undefined ? new URL(await storage.uploadAddress({ merchantId: anyId, id: anyId }, 1)).origin : null
