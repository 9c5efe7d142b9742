import { type Answer, type Bank, saysNothing } from '../bank.ts'
import type { Dialect } from '../dialect.ts'
import { type Period, readPages } from '../read-pages.ts'
import { type Fields, amountOf, centsText, fieldsOf, listOf, participantOf, textOf, timeOf } from '../reading.ts'
import { knownCauseOf } from '../refusal-causes.ts'
import { efiDisputes } from './efi-disputes.ts'
import { efiInitiations } from './efi-initiations.ts'
import type { Payout, PayoutRail, PayoutReport, SentPayout } from '../../rails.ts'
import { openOrderId, orderIdAtBank } from '../ids.ts'
import { standard } from './standard.ts'

const nameOf = ({ body }: Answer) => textOf(fieldsOf(body)['nome']) ?? ''

/** What Efí refuses for good when asked to pay, and what we call it. Anything else it says decides nothing. */
const refusals: Record<string, string> = {
  chave_nao_pertence_ao_documento: 'PixKeyOwnerMismatch',
  chave_favorecido_nao_encontrada: 'PixKeyNotFound',
  chave_invalida: 'PixKeyInvalid',
  pagamento_negado: 'PaymentDenied',
}

/** Efí: a repeated id is refused with 409, and what is not there with 400. */
export const efi: Dialect = {
  ...standard,
  token: { style: 'basicJson', scopes: null },
  // The callback address is a secret of its own, and a proxy in front of us may not ask for certificates.
  headers: () => ({ 'x-skip-mtls-checking': 'true' }),
  isNotFound: answer => answer.status === 404 || (answer.status === 400 && /nao_encontrad[ao]$/.test(nameOf(answer))),
  isDuplicate: ({ status }) => status === 409,
  payouts: efiPayouts,
  disputes: efiDisputes,
  initiations: efiInitiations,
}

function efiPayouts(bank: Bank): PayoutRail {
  const { payoutUrl, pixKey } = bank.settings

  const read: PayoutRail['readPayout'] = async ({ bankOrderId, causeFromNotice }, { signal }) => {
    const url = `${payoutUrl}/v2/gn/pix/enviados/id-envio/${orderIdAtBank(bankOrderId)}`
    const answer = await bank.call({ operation: 'read payout', method: 'GET', url, signal })
    if (efi.isNotFound(answer)) return null
    return reportOf(answer, causeFromNotice)
  }

  return {
    readPayout: read,
    listSent: period => listSentByEfi(bank, period),
    listReturned: period => listSentByEfi(bank, { ...period, onlyReturned: true }),
    async sendPayout(payout, call) {
      const url = `${payoutUrl}/v3/gn/pix/${orderIdAtBank(payout.bankOrderId)}`
      const body = { valor: centsText(payout.amount), pagador: { chave: pixKey }, favorecido: recipientOf(payout) }
      const answer = await bank.call({ operation: 'send payout', method: 'PUT', url, body, signal: call.signal })
      if (efi.isDuplicate(answer)) return (await read(payout, call)) ?? saysNothing(answer)
      const cause = answer.status >= 400 ? refusals[nameOf(answer)] : undefined
      return cause === undefined ? reportOf(answer, payout.causeFromNotice) : { state: 'refused', cause }
    },
  }
}

function recipientOf({ key, recipient: { taxNumber } }: Payout) {
  if (taxNumber === null) return { chave: key }
  return { chave: key, [taxNumber.length === 11 ? 'cpf' : 'cnpj']: taxNumber }
}

/** Why it has refused Efí says in its callback only. */
function reportOf(answer: Answer, causeFromNotice: string | null): PayoutReport {
  const sent = fieldsOf(answer.body)
  const endToEndId = textOf(sent['e2eId']) ?? textOf(sent['endToEndId']) ?? ''
  switch (answer.status < 300 ? (textOf(sent['status']) ?? '') : '') {
    case 'EM_PROCESSAMENTO':
      return { state: 'accepted', externalId: endToEndId }
    case 'REALIZADO':
      if (isReturned(sent)) return { state: 'returned', cause: 'ReturnedByRecipient' }
      return {
        state: 'paid',
        externalId: endToEndId,
        endToEndId,
        participant: recipientIn(sent['favorecido']),
        returns: returnsIn(sent),
      }
    case 'NAO_REALIZADO':
      return { state: 'refused', cause: causeIn(sent) ?? causeFromNotice ?? 'RefusedByBank' }
    default:
      return saysNothing(answer)
  }
}

const causeIn = (sent: Fields) => knownCauseOf(textOf(fieldsOf(fieldsOf(sent['gnExtras'])['erro'])['codigo']))

/** What the recipient has sent back, each under the bank's id of it. */
const returnsIn = (sent: Fields) =>
  listOf(sent['devolucoes']).flatMap(({ rtrId, valor }) => {
    const [id, amount] = [textOf(rtrId), amountOf(valor)]
    return id === null || amount === null ? [] : [{ id, amount }]
  })

/** Whole: what came back in part leaves the payout paid. */
function isReturned(sent: Fields): boolean {
  const returned = listOf(sent['devolucoes']).reduce((sum, { valor }) => sum + (amountOf(valor) ?? 0n), 0n)
  return returned > 0n && returned === amountOf(sent['valor'])
}

/** The document comes masked. */
function recipientIn(value: unknown) {
  const { identificacao, contaBanco, ...own } = fieldsOf(value)
  const { nome, cpf, cnpj, codigoBanco, agencia, conta, tipoConta } = {
    ...own,
    ...fieldsOf(contaBanco),
    ...fieldsOf(identificacao),
  }
  const account = { agency: agencia, account: conta, accountType: tipoConta }
  return participantOf({ name: nome, taxNumber: textOf(cpf) ?? cnpj, ispb: codigoBanco, ...account })
}

/** Efí lists what was asked for in a period, with how it ended. */
export async function* listSentByEfi(bank: Bank, { onlyReturned, withInProcess, ...period }: Period & Filter) {
  const query = {
    ...(withInProcess ? {} : { status: 'REALIZADO' }),
    ...(onlyReturned ? { devolucaoPresente: 'true' } : {}),
  }
  const states = withInProcess ? ['REALIZADO', 'EM_PROCESSAMENTO'] : ['REALIZADO']
  const url = `${bank.settings.payoutUrl}/v2/gn/pix/enviados`
  for await (const one of readPages(bank, { operation: 'list payouts', url, items: 'pix', query }, period)) {
    const payout = states.includes(textOf(one['status']) ?? '') ? sentOf(one) : null
    if (payout !== null) yield payout
  }
}

type Filter = { onlyReturned?: boolean; withInProcess?: boolean }

function sentOf(one: Fields): SentPayout | null {
  const { solicitacao, liquidacao } = fieldsOf(one['horario'])
  const endToEndId = textOf(one['endToEndId'])
  const amount = amountOf(one['valor'])
  const at = timeOf(liquidacao) ?? timeOf(solicitacao)
  if (endToEndId === null || amount === null || at === null) return null
  const bankOrderId = openOrderId(textOf(one['idEnvio']) ?? '')
  const returnedAmount = listOf(one['devolucoes']).reduce((sum, { valor }) => sum + (amountOf(valor) ?? 0n), 0n)
  return { endToEndId, bankOrderId, bankReference: null, amount, at, returnedAmount }
}
