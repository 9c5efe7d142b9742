import { uuidv7 } from '../../../platform/lib/uuid.ts'
import type { Door } from '../../../money/transactions/door.ts'
import { limitsOf, tooLarge } from '../../../money/transactions/limits/limits.ts'
import { recordSteps } from '../../approvals/record-decision.ts'
import { keyActorId } from '../../approvals/steps.ts'
import type { RequestCashOut } from '../../pix/create-cash-out.ts'
import { insertRequest } from './sql.ts'
import { bornRequest } from './states.ts'

/**
 * A cash-out by API that the merchant wants approved is a payment request: nothing is held until people agree. Its order id
 * and webhook are its own, so that a repeat finds it whatever the rules are by then.
 */
export const cashOutRequester =
  (needs: { door: Door }): RequestCashOut =>
  prepared =>
    needs.door.commit(async write => {
      const { merchant, keyId, createdAt, amount, operation } = prepared
      const refusal = tooLarge(amount, limitsOf(merchant, operation, createdAt))
      if (refusal !== null) throw refusal
      const opened = await write.open({ ...prepared, isAsked: true })
      if (opened.replayed) return opened
      const request = {
        merchantId: merchant.id,
        id: uuidv7(createdAt.getTime()),
        transactionId: opened.transaction.id,
        receiverId: null,
        accountId: null,
        receiverAsSent: null,
        accountAsSent: null,
        status: bornRequest,
        description: prepared.order.orderDescription ?? '',
        keyLookUp: prepared.keyLookUp ?? null,
        createdAt,
      }
      await insertRequest(write.tx, request)
      const by = { id: keyActorId(keyId ?? ''), name: merchant.name, realm: 'Partner' } as const
      await recordSteps(write.tx, request, [{ by, status: bornRequest, comment: null, at: createdAt }])
      return opened
    })
