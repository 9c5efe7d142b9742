import type { ActName } from '../../audit-log/act.ts'
import type { Permission } from '../permissions.ts'

/** `aboveAmount`: above OPERATOR_ALONE_UP_TO, or OPERATOR_ALONE_PER_DAY with what the operator did alone that day. `whenRaising`: when it allows more than before. `whenClosing`: when it closes a gap. */
export const whenNeeded = ['always', 'aboveAmount', 'whenRaising', 'whenClosing', 'never'] as const
export type WhenNeeded = (typeof whenNeeded)[number]

type Row = {
  /** Who may do it, and who may approve it: another person with the same permission. */
  may: Permission
  needs: WhenNeeded
  /** Takes effect only after SUCCESSOR_WAIT_HOURS, in which the merchant's owners can stop it. */
  waits?: true
}

/** What operators do, and when another operator must approve it. */
// biome-ignore format: a table is read in columns
export const actionRules = {
  // act                     who                          second person
  'member.nameSuccessor':    { may: 'merchants.manage',  needs: 'always', waits: true },
  'bank.connect':            { may: 'banks.manage',      needs: 'always'      },
  'bank.change':             { may: 'banks.manage',      needs: 'always'      },
  'bank.addCertificate':     { may: 'banks.manage',      needs: 'always'      },
  'bank.rotateCredentials':  { may: 'banks.manage',      needs: 'always'      },
  'bank.remove':             { may: 'banks.manage',      needs: 'always'      },
  'bank.assign':             { may: 'banks.manage',      needs: 'always'      },
  'bank.transfer':           { may: 'banks.manage',      needs: 'aboveAmount' },
  'bank.setLeastBalance':    { may: 'banks.manage',      needs: 'never'       },
  'bank.proveBalance':       { may: 'banks.manage',      needs: 'never'       },
  'bank.enterBalance':       { may: 'banks.manage',      needs: 'whenClosing' },
  'bank.postOwn':            { may: 'banks.manage',      needs: 'always'      },
  'bank.pause':              { may: 'banks.manage',      needs: 'never'       },
  'bank.resume':             { may: 'banks.manage',      needs: 'never'       },
  'exception.settle':        { may: 'exceptions.manage', needs: 'aboveAmount' },
  'exception.release':       { may: 'exceptions.manage', needs: 'aboveAmount' },
  'exception.sendAgain':     { may: 'exceptions.manage', needs: 'aboveAmount' },
  'exception.return':        { may: 'exceptions.manage', needs: 'aboveAmount' },
  'exception.credit':        { may: 'exceptions.manage', needs: 'aboveAmount' },
  'exception.creditMerchant': { may: 'exceptions.manage', needs: 'always'     },
  'exception.adjust':        { may: 'exceptions.manage', needs: 'always'      },
  'exception.bookTariff':    { may: 'exceptions.manage', needs: 'always'      },
  'exception.bookWithdrawal': { may: 'exceptions.manage', needs: 'always'     },
  'exception.bookOwnMoney':  { may: 'exceptions.manage', needs: 'always'      },
  'exception.note':          { may: 'exceptions.manage', needs: 'aboveAmount' },
  'exception.ask':           { may: 'exceptions.manage', needs: 'never'       },
  'recovery.release':        { may: 'recovery.release',  needs: 'always'      },
  'request.approve':         { may: 'payments.approve',  needs: 'never'       }, // the merchant's own approvers have approved it, too
  'request.reject':          { may: 'payments.approve',  needs: 'never'       },
  'batch.approve':           { may: 'payments.approve',  needs: 'never'       },
  'batch.reject':            { may: 'payments.approve',  needs: 'never'       },
  'batch.stop':              { may: 'payments.approve',  needs: 'never'       },
  'merchant.setLimits':      { may: 'limits.manage',     needs: 'whenRaising' },
  'merchant.setReserve':     { may: 'limits.manage',     needs: 'always'      },
  'merchant.writeOff':       { may: 'exceptions.manage', needs: 'always'      },
  'merchant.suspend':        { may: 'merchants.suspend', needs: 'never'       },
  'merchant.resume':         { may: 'merchants.suspend', needs: 'never'       },
  'dispute.open':            { may: 'disputes.decide',   needs: 'never'       },
  'dispute.return':          { may: 'disputes.decide',   needs: 'aboveAmount' },
  'dispute.release':         { may: 'disputes.decide',   needs: 'never'       },
  'dispute.upload':          { may: 'disputes.decide',   needs: 'never'       },
  'dispute.contest':         { may: 'disputes.decide',   needs: 'never'       },
  'dispute.endContest':      { may: 'disputes.decide',   needs: 'never'       },
  'receiver.approve':        { may: 'receivers.review',  needs: 'never'       },
  'receiver.reject':         { may: 'receivers.review',  needs: 'never'       },
  'receiver.approveAccount': { may: 'receivers.review',  needs: 'never'       },
  'receiver.rejectAccount':  { may: 'receivers.review',  needs: 'never'       },
  'merchant.create':         { may: 'merchants.manage',  needs: 'never'       },
  'member.invite':           { may: 'merchants.manage',  needs: 'never'       }, // the first owner, of a merchant that nobody has taken over yet
  'merchant.setPlan':        { may: 'merchants.manage',  needs: 'always'      },
  'merchant.setApprovalPolicy': { may: 'merchants.manage', needs: 'whenRaising' },
  'alarm.acknowledge':       { may: 'alarms.acknowledge', needs: 'never'      },
  'person.create':           { may: 'operators.manage',  needs: 'always'      },
  'person.changeRoles':      { may: 'operators.manage',  needs: 'always'      },
  'person.enable':           { may: 'operators.manage',  needs: 'whenRaising' }, // an operator
  'person.disable':          { may: 'operators.manage',  needs: 'never'       },
  'person.sendLink':         { may: 'operators.manage',  needs: 'never'       },
  'person.resetSecondFactor': { may: 'operators.manage', needs: 'whenRaising' }, // of an operator, who approves what others ask for
  'personalData.access':     { may: 'personalData.request', needs: 'always'   },
  'personalData.erase':      { may: 'personalData.request', needs: 'always'   },
  'personalData.read':       { may: 'personalData.request', needs: 'never'    },
  'sso.setDomains':          { may: 'merchants.manage',  needs: 'always'      },
  'platformSso.set':         { may: 'operators.manage',  needs: 'always'      },
  'platformSso.remove':      { may: 'operators.manage',  needs: 'always'      },
  'taxNumber.reveal':        { may: 'taxNumbers.request', needs: 'always'     },
} as const satisfies Partial<Record<ActName, Row>>

export type OperatorAct = keyof typeof actionRules

export const rowOf = (act: OperatorAct): Row => actionRules[act]

/** What the route of an act declares: who may, its entry or that of its request, and a fresh confirmation. */
export const configOf = <Act extends OperatorAct>(act: Act) =>
  ({ may: rowOf(act).may, act: [act, 'operatorRequest.make'], confirmed: true }) as const
