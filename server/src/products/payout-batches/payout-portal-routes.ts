import { parseAmount } from '../../platform/brazil/money.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { checkCashOut } from '../pix/check-cash-out.ts'
import { checkView } from '../pix/views.ts'
import { MerchantParams, PayoutCheckForm, PayoutCheckView } from './portal-schemas.ts'

/** A single payout is looked at here like a cash-out of the API, and asked for as a batch of one row. */
export async function payoutPortalRoutes(app: App, needs: Parameters<typeof checkCashOut>[0]) {
  app.post('/merchants/:merchantId/payout-batches/check-one', {
    config: { may: 'requests.make' },
    schema: { params: MerchantParams, body: PayoutCheckForm, response: { 200: Done(PayoutCheckView) } },
    handler: async request => {
      const { name, taxNumber, keyType, key, amount } = request.body
      const checked = await checkCashOut(needs, {
        merchantId: request.merchantId,
        amount: parseAmount(amount),
        recipient: { name, cpf: taxNumber },
        key: { type: keyType, value: key },
      })
      const { token: _token, expiresAt: _expiresAt, ...view } = checkView(checked)
      return done(view)
    },
  })
}
