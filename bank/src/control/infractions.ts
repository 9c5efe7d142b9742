import { amountText, object, plainReader } from '../http/read-body.ts'
import { endInfraction, reportInfraction } from '../truth/infractions.ts'
import type { Infraction } from '../truth/records.ts'
import { amountOf, shown } from './amounts.ts'
import type { ControlRoute } from './route.ts'

const readReport = plainReader<{ amount?: string; nature?: Infraction['nature']; comment?: string }>(
  object([], {
    amount: amountText,
    nature: { enum: ['MED_FRAUDE', 'MED_OPERACIONAL'] },
    comment: { type: 'string', maxLength: 500 },
  }),
)

/** `0.00`: the bank accepts it and returns nothing. */
const readEnd = plainReader<{ amount?: string }>(
  object([], { amount: { type: 'string', pattern: amountText.pattern } }),
)

const ends = { accept: 'ACEITA', reject: 'REJEITADA', cancel: 'CANCELADA' } as const

export const infractionControl: ControlRoute[] = [
  {
    method: 'POST',
    path: '/pix/:e2eid/report',
    act({ truth }, { params, body }) {
      const { amount, nature = 'MED_FRAUDE', comment } = readReport(body)
      const reported = { nature, comment, amount: amount === undefined ? undefined : amountOf(amount) }
      return shown(reportInfraction(truth, params.e2eid ?? '', reported))
    },
  },
  {
    method: 'DELETE',
    path: '/infractions/:id',
    act: ({ truth }, { params }) => truth.book.change(() => truth.book.remove('infractions', params.id ?? '')),
  },
  ...Object.entries(ends).map(
    ([name, end]): ControlRoute => ({
      method: 'POST',
      path: `/infractions/:id/${name}`,
      act({ truth }, { params, body }) {
        const { amount } = readEnd(body)
        return shown(endInfraction(truth, params.id ?? '', end, amount === undefined ? undefined : amountOf(amount)))
      },
    }),
  ),
]
