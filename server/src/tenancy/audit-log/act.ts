/** All actions of people that the audit log records. */
export const auditActions = [
  'session.start',
  'session.end',
  'password.change',
  'secondFactor.enable',
  'secondFactor.disable',
  'recoveryCodes.renew',
  'profile.change',
  'notifications.choose',
  'member.invite',
  'member.changeRoles',
  'member.remove',
  'person.create',
  'person.disable',
  'person.enable',
  'person.sendLink',
  'person.resetSecondFactor',
  'key.create',
  'key.confirm',
  'key.rotate',
  'key.revoke',
  'webhook.setAddress',
  'webhook.rotateSecret',
  'webhook.sendTest',
  'webhook.resend',
  'webhook.resendFailed',
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
  'bank.pause',
  'bank.resume',
  'bank.assign',
  'recovery.begin',
  'recovery.release',
  'exception.settle',
  'exception.release',
  'exception.sendAgain',
  'exception.return',
  'exception.note',
  'taxNumber.reveal',
  'taxNumber.search',
  'merchant.create',
  'merchant.setPlan',
  'merchant.setApprovalPolicy',
  'merchant.setLimits',
  'merchant.suspend',
  'merchant.resume',
  'secret.reseal',
] as const

/** An entry of the platform's chain that contains the heads of the merchants' chains. */
export const sealAct = 'auditLog.seal'

export type ActName = (typeof auditActions)[number]

/** Who does something, for which merchant, from which address. */
export type Actor = { id: string | null; name: string; merchantId: string | null; address: string }

export type Act = { act: ActName; subject: string; details?: Record<string, unknown> }

/** The key under which every entry is hashed. */
export type AuditKey = { key: Buffer }

/** What the edge passes to a use case, which writes it in the same database transaction as the change. */
export type Audit = Act & { by: Actor; at: Date; key: AuditKey }

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
}
