import { type Answer, type Bank, BankAway, requestMs, saysNothing } from '../bank.ts'
import type { Dialect } from '../dialect.ts'
import { centsText, fieldsOf, participantOf, textOf } from '../reading.ts'
import { causeOf } from '../refusal-causes.ts'
import type { KeyRail, PayoutRail, PayoutReport } from '../../rails.ts'
import { standard } from './standard.ts'

const path = '/pix-pagamentos/v2/pagamentos'

/**
 * Sicoob pays in two steps: looking a key up gives the end-to-end id under which the payment is then confirmed. That id is
 * remembered before the confirmation, so that a lost answer is a question.
 */
export const sicoob: Dialect = {
  ...standard,
  token: {
    style: 'form',
    scopes: `${standard.token.scopes} pixpagamentos_escrita pixpagamentos_consulta pixpagamentos_webhook`,
  },
  headers: clientId => ({ client_id: clientId }),
  copyPasteOf: charge => textOf(charge['brcode']) ?? standard.copyPasteOf(charge),
  payouts: sicoobPayouts,
  payoutCallbackPath: `${path}/webhook`,
  keys: sicoobKeys,
}

const pathOf = (bank: Bank) => `${bank.settings.payoutUrl}${path}`

/** Null: no account has the key. */
async function lookUp(bank: Bank, key: string, signal: AbortSignal) {
  const ask = { operation: 'look up key', method: 'POST', url: pathOf(bank), body: { chave: key } } as const
  const answer = await bank.call({ ...ask, signal })
  if (answer.status === 404) return null
  const { endToEndId, proprietario } = fieldsOf(answer.body)
  const id = textOf(endToEndId)
  if (answer.status >= 300 || id === null) return saysNothing(answer)
  return { endToEndId: id, owner: fieldsOf(proprietario) }
}

function sicoobKeys(bank: Bank): KeyRail {
  return {
    async findKeyOwner({ key }) {
      const found = await lookUp(bank, key, AbortSignal.timeout(requestMs)).catch((error: unknown) => {
        if (error instanceof BankAway) return 'notReported' as const
        throw error
      })
      // The payout looks it up again.
      if (found === 'notReported') return found
      const taxNumber = found && textOf(found.owner['identificador'])
      if (found === null) return null
      return taxNumber === null || taxNumber.includes('*')
        ? 'notReported'
        : { taxNumber, name: textOf(found.owner['nome']) }
    },
  }
}

function sicoobPayouts(bank: Bank): PayoutRail {
  return {
    isAskedByReference: true,
    async sendPayout(payout, { signal, remember }) {
      let endToEndId = payout.bankReference
      if (endToEndId === null) {
        const found = await lookUp(bank, payout.key, signal)
        if (found === null) return { state: 'refused', cause: 'PixKeyNotFound' }
        const owner = textOf(found.owner['identificador'])
        const { taxNumber } = payout.recipient
        if (owner !== null && taxNumber !== null && !owner.includes('*') && owner !== taxNumber)
          return { state: 'refused', cause: 'PixKeyOwnerMismatch' }
        endToEndId = found.endToEndId
        await remember(endToEndId)
      }
      const body = { endToEndId, valor: centsText(payout.amount).replace('.', ','), meioIniciacao: 'CHAVE' }
      const url = `${pathOf(bank)}/confirmacao`
      return reportOf(await bank.call({ operation: 'send payout', method: 'POST', url, body, signal }), endToEndId)
    },

    async readPayout({ bankReference }, { signal }) {
      if (bankReference === null) return null
      const url = `${pathOf(bank)}/${bankReference}`
      const answer = await bank.call({ operation: 'read payout', method: 'GET', url, signal })
      if (answer.status === 404) return null
      // Looked up and not confirmed: confirming it again under the same id pays once.
      if (/^N[ÃA]O_REALIZADO$/.test(textOf(fieldsOf(answer.body)['estado']) ?? '')) return null
      return reportOf(answer, bankReference)
    },
  }
}

function reportOf(answer: Answer, endToEndId: string): PayoutReport {
  const { estado, detalheRejeicao, destino } = fieldsOf(answer.body)
  switch (answer.status < 300 ? (textOf(estado) ?? '') : '') {
    case 'EM_PROCESSAMENTO':
      return { state: 'accepted', externalId: endToEndId }
    case 'FINALIZADO':
    case 'FINALIZADO_SUCESSO':
      return { state: 'paid', externalId: endToEndId, endToEndId, participant: recipientIn(destino) }
    case 'REJEITADO':
    case 'FINALIZADO_REJEICAO':
      return { state: 'refused', cause: causeOf(textOf(detalheRejeicao)) }
    default:
      return saysNothing(answer)
  }
}

function recipientIn(value: unknown) {
  const { nome, cpfCnpj, ispb, agencia, conta, tipo } = fieldsOf(value)
  return participantOf({ name: nome, taxNumber: cpfCnpj, ispb, agency: agencia, account: conta, accountType: tipo })
}
