import type { Tx } from '../../platform/db/db.ts'

/** All actions of people that the audit log records. */
export const auditActions = [
  'session.start',
  'session.end',
  'password.change',
  'secondFactor.enable',
  'secondFactor.disable',
  'recoveryCodes.renew',
  'passkey.register',
  'passkey.rename',
  'passkey.remove',
  'sso.link',
  'sso.set',
  'sso.remove',
  'sso.setDomains',
  'platformSso.set',
  'platformSso.remove',
  'profile.change',
  'notifications.choose',
  'member.invite',
  'member.changeRoles',
  'member.remove',
  'member.nameSuccessor',
  'member.stopSuccessor',
  'person.create',
  'person.changeRoles',
  'person.disable',
  'person.enable',
  'person.sendLink',
  'person.resetSecondFactor',
  'key.create',
  'key.confirm',
  'key.rotate',
  'key.revoke',
  'key.setNetworks',
  'key.setPayoutRules',
  'recipient.approve',
  'recipient.remove',
  'webhook.setAddress',
  'webhook.rotateSecret',
  'webhook.sendTest',
  'webhook.resend',
  'webhook.resendFailed',
  'customer.make',
  'customer.change',
  'customer.remove',
  'customer.import',
  'bill.make',
  'bill.change',
  'bill.makePlan',
  'bill.import',
  'bill.stopImport',
  'bill.remind',
  'reminders.set',
  'reminders.refuse',
  'reminders.resume',
  'link.make',
  'link.change',
  'link.close',
  'link.reopen',
  'receiver.register',
  'receiver.change',
  'receiver.addAccount',
  'receiver.approve',
  'receiver.reject',
  'receiver.approveAccount',
  'receiver.rejectAccount',
  'file.ask',
  'fileSchedule.make',
  'fileSchedule.end',
  'withdrawal.make',
  'batch.make',
  'batch.approve',
  'batch.reject',
  'batch.cancel',
  'batch.stop',
  'request.make',
  'request.approve',
  'request.reject',
  'request.cancel',
  'dispute.open',
  'dispute.upload',
  'dispute.defend',
  'dispute.contest',
  'dispute.endContest',
  'dispute.return',
  'dispute.release',
  'document.upload',
  'document.delete',
  'charge.make',
  'charge.cancel',
  'transaction.refund',
  'transaction.simulate',
  'transaction.note',
  'transaction.deleteNote',
  'sandbox.moveClock',
  'sandbox.scriptFault',
  'sandbox.removeFault',
  'bank.connect',
  'bank.addCertificate',
  'bank.rotateCredentials',
  'bank.change',
  'bank.remove',
  'bank.pause',
  'bank.resume',
  'bank.assign',
  'bank.transfer',
  'bank.setLeastBalance',
  'alarm.acknowledge',
  'bank.proveBalance',
  'bank.enterBalance',
  'bank.postOwn',
  'recovery.begin',
  'recovery.release',
  'exception.settle',
  'exception.release',
  'exception.sendAgain',
  'exception.return',
  'exception.credit',
  'exception.creditMerchant',
  'exception.adjust',
  'exception.bookTariff',
  'exception.bookWithdrawal',
  'exception.bookOwnMoney',
  'exception.note',
  'exception.ask',
  'taxNumber.reveal',
  'taxNumber.search',
  'merchant.create',
  'merchant.setPlan',
  'merchant.setApprovalPolicy',
  'merchant.setLimits',
  'merchant.setReserve',
  'merchant.writeOff',
  'merchant.suspend',
  'merchant.resume',
  'personalData.access',
  'personalData.erase',
  'personalData.read',
  'secret.reseal',
  'operatorRequest.make',
  'operatorRequest.approve',
  'operatorRequest.refuse',
  'operatorRequest.withdraw',
  'operatorRequest.expire',
] as const

/** An entry of the platform's chain that contains the heads of the merchants' chains. */
export const sealAct = 'auditLog.seal'

/** An entry of the platform's chain that lists entries from which personal data was removed. */
export const redactAct = 'auditLog.redact'

export type ActName = (typeof auditActions)[number]

export type Actor = { id: string | null; name: string; merchantId: string | null; address: string }

export type Act = { act: ActName; subject: string; details?: Record<string, unknown> }

/** The key under which every entry is hashed. */
export type AuditKey = { key: Buffer }

/** What the edge passes to a use case, which writes it in the same database transaction as the change. */
export type Audit = Act & {
  by: Actor
  at: Date
  key: AuditKey
  /** Of an act that was requested: settles the request in the same commit, and returns the entry of its approval. */
  approval?: (tx: Tx) => Promise<Audit | undefined>
}

/** With what only the use case knows, under its locks. */
export const withDetails = (audit: Audit, details: Act['details']): Audit => ({
  ...audit,
  details: { ...details, ...audit.details },
})

/** A row of `audit_entries`. */
export type Entry = {
  sequence: bigint
  at: Date
  personId: string | null
  personName: string
  /** The merchant whose chain it is in, or the platform. */
  merchantId: string
  act: string
  subject: string
  details: Record<string, unknown>
  address: string
  previousHash: string
  hash: string
  contentHash: string
  salt: string
  isRedacted: boolean
}

/** What may have personal data in it, and can be redacted. */
export type EntryContent = Pick<Entry, 'personName' | 'subject' | 'details' | 'address'>
