import type { Fact, FactCode } from '../../money/bank-orders/fact.ts'
import type { OrderKind } from '../../money/bank-orders/order.ts'
import type { ExceptionState } from '../../money/bank-orders/states.ts'
import type { Language, Translated } from '../../platform/http/languages.ts'
import type { exceptionActs } from './acts.ts'

export const exceptionStateWords = {
  Open: ['Aberta', 'Open'],
  Ended: ['Encerrada', 'Ended'],
} as const satisfies Record<ExceptionState, Translated>

/** What a bank was asked to do. */
export const orderKindWords = {
  payout: ['Envio de dinheiro', 'Payout'],
  return: ['Devolução ao pagador', 'Return to the payer'],
  initiation: ['Pagamento por Open Finance', 'Open Finance payment'],
  cancellation: ['Cancelamento de cobrança', 'Cancellation of a charge'],
} as const satisfies Record<OrderKind, Translated>

/** What was expected of a bank, or what it said. `{}` is the value of the fact. */
export const factWords = {
  anEnd: ['Uma resposta de como terminou', 'An answer that says how it ended'],
  paymentIs: ['A transação no estado “{}”', 'The transaction in the state “{}”'],
  goesBack: ['A volta do pagamento a quem pagou', 'The payment to go back to whoever paid'],
  paid: ['Pago, com o ID Pix {}', 'Paid, with the Pix ID {}'],
  refused: ['Recusado: {}', 'Refused: {}'],
  returned: ['Devolvido: {}', 'Returned: {}'],
  noEnd: ['Nada que encerre a ordem, depois de {} perguntas', 'Nothing that ends the order, after {} questions'],
  defect: [
    'Um defeito do nosso programa parou a ordem: {}. Veja no banco o que aconteceu',
    'A fault of our own program stopped the order: {}. See at the bank what happened',
  ],
  noCharge: ['Não foi pago para nenhuma cobrança nossa', 'It was paid for no charge of ours'],
  noBank: ['Nenhum banco conectado pode devolvê-lo', 'No bank is connected that could return it'],
  amountReceived: ['{} recebidos', '{} received'],
  amountReturned: ['{} devolvidos', '{} returned'],
  amountSent: ['{} enviados', '{} sent'],
  nothingReceived: ['Nada recebido', 'Nothing received'],
  nothingSent: ['Nada enviado', 'Nothing sent'],
  words: ['{}', '{}'],
} as const satisfies Record<FactCode, Translated>

/** In words, with the value as given: screens spell states and amounts themselves. */
export const spellFact = ({ code, value }: Fact, language: Language): string =>
  factWords[code][language === 'pt' ? 0 : 1].replace('{}', () => value ?? '')

type Acts = (typeof exceptionActs)[number]
type ActWords = {
  [Kind in OrderKind]: Record<Extract<Acts, { kind: Kind }>['act'], { name: Translated; does: Translated }>
}

/** What each way to end an exception is called, and what it does to the money. An act that is missing does not compile. */
export const exceptionActWords = {
  payout: {
    settle: {
      name: ['O banco pagou', 'The bank paid'],
      does: [
        'O valor sai da conta do lojista e o pagamento fica concluído, também se já tinha sido dado por perdido.',
        "The amount leaves the merchant's account and the payment is completed, also where it had been given up.",
      ],
    },
    release: {
      name: ['O banco não pagou', 'The bank did not pay'],
      does: [
        'O banco não pagou e não vai pagar. O valor volta ao saldo disponível do lojista; o que já estava concluído é estornado.',
        "The bank did not pay and will not. The amount goes back to the merchant's available balance; what was completed is reversed.",
      ],
    },
    sendAgain: {
      name: ['Perguntar de novo', 'Ask again'],
      does: [
        'A mesma ordem vai de novo ao banco: primeiro perguntamos, e só enviamos se ele nunca a recebeu. Até lá nada se move.',
        'The same order goes to the bank again: we ask first, and send only if it never got it. Until then nothing moves.',
      ],
    },
    note: {
      name: ['Esclarecida', 'Looked into'],
      does: [
        'A diferença que a conciliação achou foi esclarecida com o banco. Nenhum dinheiro se move.',
        'The difference that reconciliation found was looked into with the bank. No money moves.',
      ],
    },
  },
  return: {
    settle: {
      name: ['O pagador recebeu', 'The payer has it'],
      does: [
        'O dinheiro já voltou a quem pagou. O valor sai da reserva, e a devolução fica concluída.',
        'The money is back with whoever paid. The amount leaves the reserve, and the return is completed.',
      ],
    },
    release: {
      name: ['O lojista fica com o valor', 'The merchant keeps it'],
      does: [
        'O banco não devolveu e não vai devolver. O valor reservado volta ao saldo disponível do lojista, e a devolução falha. Não vale para dinheiro sem destino, que não é de nenhum lojista.',
        "The bank did not return it and will not. The reserved amount goes back to the merchant's available balance, and the refund fails. Not for unmatched money, which is no merchant's.",
      ],
    },
    sendAgain: {
      name: ['Perguntar de novo', 'Ask again'],
      does: [
        'A mesma devolução vai de novo ao banco, com o mesmo id: o pagador não recebe duas vezes. Até lá nada se move.',
        'The same return goes to the bank again, under the same id: the payer is not paid twice. Until then nothing moves.',
      ],
    },
    return: {
      name: ['Devolver com nova ordem', 'Return by a new order'],
      does: [
        'Uma devolução nova, com outro id no banco. Só quando a antiga foi recusada ou perdida: se ela valeu, o pagador recebe duas vezes.',
        'A new return, under another id at the bank. Only where the old one was refused or lost: if it was made, the payer is paid twice.',
      ],
    },
    note: {
      name: ['Esclarecida', 'Looked into'],
      does: [
        'A diferença que a conciliação achou foi esclarecida com o banco. Nenhum dinheiro se move.',
        'The difference that reconciliation found was looked into with the bank. No money moves.',
      ],
    },
  },
  initiation: {
    settle: {
      name: ['O banco pagou', 'The bank paid'],
      does: [
        'O valor, menos as tarifas, entra no saldo do lojista e a cobrança fica concluída; se ela já acabou, o dinheiro é devolvido.',
        'The amount, less charges, is credited to the merchant and the charge is completed; if it is over, the money is returned.',
      ],
    },
    release: {
      name: ['O banco não pagou', 'The bank did not pay'],
      does: [
        'O banco não pagou e não vai pagar. Nada é creditado, e a cobrança termina com erro; se esta autorização já tinha sido trocada por outra ou encerrada, a cobrança fica como está.',
        'The bank did not pay and will not. Nothing is credited, and the charge ends in error; where this authorisation was replaced by another or had ended, the charge stays as it is.',
      ],
    },
    sendAgain: {
      name: ['Perguntar de novo', 'Ask again'],
      does: [
        'A mesma ordem vai de novo ao banco, com o mesmo id: não se paga duas vezes. Até lá nada se move.',
        'The same order goes to the bank again, under the same id: it is not paid twice. Until then nothing moves.',
      ],
    },
  },
  cancellation: {
    settle: {
      name: ['Foi paga no banco', 'It was paid at the bank'],
      does: [
        'O que o banco recebeu, menos as tarifas, entra no saldo do lojista e a cobrança fica concluída.',
        'What the bank received, less charges, is credited to the merchant, and the charge is completed.',
      ],
    },
    release: {
      name: ['Nada foi pago', 'Nothing was paid'],
      does: [
        'Ninguém a pagou no banco. A cobrança é cancelada aqui, e nenhum dinheiro se move.',
        'Nobody paid it at the bank. The charge is cancelled here, and no money moves.',
      ],
    },
    sendAgain: {
      name: ['Cancelar de novo', 'Cancel again'],
      does: [
        'O cancelamento vai de novo ao banco. Nenhum dinheiro se move.',
        'The cancellation goes to the bank again. No money moves.',
      ],
    },
  },
} as const satisfies ActWords
