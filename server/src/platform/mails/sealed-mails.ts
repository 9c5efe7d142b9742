import type { SealedColumn } from '../db/reseal.ts'
import { selectSealedMails, updateSealedMail } from './sql.ts'

/** For when the server's secret changes. */
export const sealedMails: SealedColumn = {
  what: 'mails on their way',
  select: selectSealedMails,
  update: updateSealedMail,
}
