import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { html, oneLine } from '../../../platform/http/html.ts'
import { languageOf, takeForms, textsOf } from '../../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { ErasedKeyNeeds } from '../../../money/transactions/erased-key.ts'
import { taxNumberOf } from '../../../money/transactions/counterparty.ts'
import { readBill } from '../../../products/bills/read-bill.ts'
import { readRefusal, setRefusal } from '../../../products/reminders/refuse-reminders.ts'
import { framePage } from '../kit/frame.ts'
import { answerOnPages, openPage, sendPage } from '../kit/page-edge.ts'
import { outcome } from '../kit/pieces.ts'
import { wordsIn } from './texts.ts'

type Needs = ErasedKeyNeeds & {
  sql: Sql
  clock: () => Date
  isSandbox: boolean
  addresses: PublicAddresses
  readMerchant: ReadMerchant
}

/**
 * Where the payer of a bill stops reminders, and resumes them. The address is in every reminder and nobody can guess it. Opening
 * it changes nothing, because mail servers open links too.
 */
export async function reminderPageRoutes(app: App, needs: Needs) {
  const { addresses, isSandbox } = needs
  const around = (request: FastifyRequest) => ({ language: languageOf(request), base: addresses.base(), isSandbox })
  takeForms(app)
  answerOnPages(app, around, wordsIn)

  async function payerOf(request: FastifyRequest) {
    const ids = addresses.openReminders(textsOf(request.params)['token'] ?? '')
    const bill = ids && (await readBill(needs, ids.merchantId, ids.id).catch(ifNotFound))
    if (bill === null) throw new ApiError('AddressNotFound')
    return { merchantId: bill.merchantId, id: bill.id, taxNumber: taxNumberOf(bill.counterparty) ?? '' }
  }

  async function show(request: FastifyRequest, reply: FastifyReply, payer: Awaited<ReturnType<typeof payerOf>>) {
    const { merchantId, id, taxNumber } = payer
    const say = wordsIn(languageOf(request))
    const merchant = oneLine((await needs.readMerchant(merchantId)).name)
    const refusal = await readRefusal(needs, merchantId, taxNumber)
    const path = new URL(addresses.stopReminders(merchantId, id)).pathname
    const [title, intro, button] =
      refusal === null
        ? [say('stopTitle'), say('stopIntro', { merchant }), say('stop')]
        : [say('stoppedTitle'), say('stoppedIntro', { merchant }), say('resume')]
    const form = html`<h1>${title}</h1>
<p class="quiet">${intro}</p>
<form method="post" action="${path}?lang=${languageOf(request)}">
<input type="hidden" name="refuses" value="${refusal === null ? 'yes' : 'no'}">
<button class="button" type="submit">${button}</button>
</form>`
    return sendPage(
      reply,
      framePage({
        ...around(request),
        title: `${title} · ${merchant}`,
        layout: 'narrow',
        here: path,
        does: ['post'],
        main: outcome(refusal === null ? 'late' : 'good', form),
      }),
    )
  }

  app.get('/reminders/:token', openPage, async (request, reply) => show(request, reply, await payerOf(request)))

  // The button of a mail program sends no `refuses`: it can only stop them.
  app.post('/reminders/:token', openPage, async (request, reply) => {
    const payer = await payerOf(request)
    const { merchantId, taxNumber } = payer
    const isRefused = textsOf(request.body)['refuses'] !== 'no'
    await setRefusal(needs, { merchantId, taxNumber, isRefused, byPayer: true })
    return show(request, reply, payer)
  })
}

function ifNotFound(error: unknown): null {
  if (error instanceof ApiError && error.reason === 'BillNotFound') return null
  throw error
}
