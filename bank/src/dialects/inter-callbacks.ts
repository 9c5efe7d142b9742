import type { Call } from '../http/routes.ts'
import type { Callback } from '../truth/records.ts'
import { Refusal } from '../truth/truth.ts'
import { numberIn } from './inter-statement.ts'
import { localStamp } from './inter-views.ts'
import { interPage } from './inter-page.ts'

/** What was sent to the webhook of a Pix key, attempt by attempt. */
export const interPixCallbacks = (call: Call) => historyOf(call, ({ shape }) => shape === 'pix')

export const interPayoutCallbacks = (call: Call) => historyOf(call, ({ shape }) => shape !== 'pix')

function historyOf({ truth, partner, query }: Call, isMeant: (callback: Callback) => boolean) {
  const [from, to] = [query.get('dataHoraInicio') ?? '', query.get('dataHoraFim') ?? ''].map(text => Date.parse(text))
  if (from === undefined || to === undefined || !(from <= to))
    throw new Refusal('malformed', 'dataHoraInicio e dataHoraFim são obrigatórios.', 'dataHoraInicio')
  const page = numberIn(query, 'pagina', 0)
  const size = numberIn(query, 'tamanhoPagina', 20)
  const attempts = [...truth.book.all('callbacks').values()]
    .filter(callback => callback.partner === partner.name && isMeant(callback))
    .flatMap(callback => callback.attempts.map((attempt, i) => ({ callback, attempt, number: i + 1 })))
    .filter(({ attempt }) => Date.parse(attempt.at) >= from && Date.parse(attempt.at) <= to)
  const { rows, paging } = interPage(attempts, { page, size })
  return {
    ...paging,
    data: rows.map(({ callback, attempt, number }) => ({
      webhookUrl: callback.url,
      numeroTentativa: number,
      dataHoraDisparo: localStamp(attempt.at),
      sucesso: /^2\d\d$/.test(attempt.outcome),
      ...(/^\d+$/.test(attempt.outcome) ? { httpStatus: Number(attempt.outcome) } : { mensagemErro: attempt.outcome }),
      payload: callback.items,
    })),
  }
}
