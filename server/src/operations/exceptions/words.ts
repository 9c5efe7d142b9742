import type { Fact, FactCode } from '../../money/bank-orders/fact.ts'
import type { OrderKind } from '../../money/bank-orders/order.ts'
import type { ExceptionState } from '../../money/bank-orders/states.ts'
import type { Language, Translated } from '../../platform/http/languages.ts'
import type { exceptionActions } from './actions.ts'

export const exceptionStateWords = {
  Open: ['Aberta', 'Open'],
  Ended: ['Encerrada', 'Ended'],
} as const satisfies Record<ExceptionState, Translated>

/** What a bank was ordered to do. */
export const orderKindWords = {
  payout: ['Envio de dinheiro', 'Payout'],
  return: ['Devolução ao pagador', 'Return to the payer'],
  initiation: ['Pagamento por Open Finance', 'Open Finance payment'],
  cancellation: ['Cancelamento de cobrança', 'Cancellation of a charge'],
} as const satisfies Record<OrderKind, Translated>

/** What was expected of a bank, or what it said. `{}` is the value of the fact. */
export const factWords = {
  anEnd: ['Uma resposta com o resultado', 'A response with the result'],
  paymentIs: ['A transação no estado “{}”', 'The transaction in the state “{}”'],
  goesBack: ['A devolução do pagamento ao pagador', 'The return of the payment to the payer'],
  paid: ['Pago, com o ID Pix {}', 'Paid, with the Pix ID {}'],
  refused: ['Recusado: {}', 'Refused: {}'],
  returned: ['Devolvido: {}', 'Returned: {}'],
  noEnd: ['Nenhum resultado da ordem, depois de {} consultas', 'No result of the order, after {} queries'],
  defect: [
    'Um erro do nosso programa parou a ordem: {}. Confira no banco o que aconteceu',
    'An error in our program stopped the order: {}. Check with the bank what happened',
  ],
  forgotten: [
    'Os livros foram restaurados e não sabem o que aconteceu desde {}. O banco não responde pelo nosso id: confira no extrato se ele pagou',
    'The books were restored and do not know what happened since {}. The bank cannot be asked by our id: check its statement for whether it paid',
  ],
  noCharge: ['O pagamento não corresponde a nenhuma cobrança', 'The payment matches no charge'],
  paidInTime: [
    'A cobrança foi paga no prazo, antes de ser cancelada',
    'The charge was paid in time, before it was cancelled',
  ],
  noBank: ['Nenhum banco conectado pode devolvê-lo', 'No connected bank can return it'],
  amountReceived: ['{} recebidos', '{} received'],
  amountReturned: ['{} devolvidos', '{} returned'],
  amountSent: ['{} enviados', '{} sent'],
  nothingReceived: ['Nada recebido', 'Nothing received'],
  nothingSent: ['Nada enviado', 'Nothing sent'],
} as const satisfies Record<FactCode, Translated>

/** In words, with the value as given: screens spell states and amounts themselves. */
export const spellFact = ({ code, value }: Fact, language: Language): string =>
  factWords[code][language === 'pt' ? 0 : 1].replace('{}', () => value ?? '')

type ActionRow = (typeof exceptionActions)[number]
type ActWords = {
  [Kind in OrderKind]: Record<Extract<ActionRow, { kind: Kind }>['act'], { name: Translated; does: Translated }>
}

/** What each way to end an exception is called, and what it does to the money. An act that is missing does not compile. */
export const exceptionActWords = {
  payout: {
    settle: {
      name: ['O banco pagou', 'The bank paid'],
      does: [
        'O valor sai da conta do lojista e o pagamento fica concluído, mesmo que já tivesse falhado.',
        "The amount leaves the merchant's account and the payment is completed, even if it had already failed.",
      ],
    },
    release: {
      name: ['O banco não pagou', 'The bank did not pay'],
      does: [
        'O banco não pagou e não vai pagar. O valor volta ao saldo disponível do lojista; um pagamento já concluído é estornado. Antes o banco é consultado: se o pagamento está em processamento ou foi feito, nada muda. Onde ele não pode ser consultado, você confirma que leu o registro do próprio banco.',
        "The bank did not pay and will not pay. The amount returns to the merchant's available balance; a completed payment is reversed. The bank is asked first: if the payment is in process or was made, nothing changes. Where it cannot be asked, you confirm that you have read the bank's own record.",
      ],
    },
    sendAgain: {
      name: ['Perguntar de novo', 'Ask again'],
      does: [
        'A mesma ordem é repetida no banco: primeiro consultamos, e só enviamos se o banco nunca a recebeu. Até lá nenhum dinheiro é movimentado.',
        'The same order is repeated at the bank: we query it first, and send it only if the bank never received it. Until then no money moves.',
      ],
    },
    note: {
      name: ['Esclarecida', 'Clarified'],
      does: [
        'A diferença encontrada na conciliação foi esclarecida com o banco. Nenhum dinheiro é movimentado.',
        'The difference found by the reconciliation was clarified with the bank. No money moves.',
      ],
    },
  },
  return: {
    settle: {
      name: ['O pagador recebeu', 'The payer received it'],
      does: [
        'O dinheiro já foi devolvido ao pagador. O valor sai do saldo reservado, e a devolução fica concluída.',
        'The money was returned to the payer. The amount leaves the held balance, and the return is completed.',
      ],
    },
    release: {
      name: ['O lojista fica com o valor', 'The merchant keeps it'],
      does: [
        'O banco não devolveu e não vai devolver. O valor reservado volta ao saldo disponível do lojista, e a devolução falha. Antes o banco é consultado: se a devolução está em processamento ou foi feita, nada muda. Não vale para recebimentos sem destino, que não são de nenhum lojista.',
        "The bank did not return the money and will not return it. The held amount returns to the merchant's available balance, and the refund fails. The bank is asked first: if the return is in process or was made, nothing changes. Not possible for unmatched payments, which belong to no merchant.",
      ],
    },
    sendAgain: {
      name: ['Perguntar de novo', 'Ask again'],
      does: [
        'A mesma devolução é enviada de novo ao banco, com o mesmo id: o pagador não recebe duas vezes. Até lá nenhum dinheiro é movimentado.',
        'The same return is sent to the bank again, with the same id: the payer is not paid twice. Until then no money moves.',
      ],
    },
    return: {
      name: ['Devolver com nova ordem', 'Return by a new order'],
      does: [
        'Uma devolução nova, com outro id no banco. Antes o banco é consultado: só é feita se ele recusou a anterior ou não a conhece.',
        'A new return, with another id at the bank. The bank is asked first: it is made only if the bank refused the previous one or does not know it.',
      ],
    },
    note: {
      name: ['Esclarecida', 'Clarified'],
      does: [
        'A diferença encontrada na conciliação foi esclarecida com o banco. Nenhum dinheiro é movimentado.',
        'The difference found by the reconciliation was clarified with the bank. No money moves.',
      ],
    },
  },
  initiation: {
    settle: {
      name: ['O banco pagou', 'The bank paid'],
      does: [
        'O valor, menos as tarifas, entra no saldo do lojista e a cobrança fica concluída; se ela já foi encerrada, o dinheiro é devolvido.',
        'The amount, less charges, is credited to the merchant and the charge is completed; if the charge is already closed, the money is returned.',
      ],
    },
    release: {
      name: ['O banco não pagou', 'The bank did not pay'],
      does: [
        'O banco não pagou e não vai pagar. Nada é creditado, e a cobrança falha. Se esta autorização já foi substituída ou encerrada, a cobrança não muda.',
        'The bank did not pay and will not pay. Nothing is credited, and the charge fails. If this authorisation was already replaced or closed, the charge does not change.',
      ],
    },
    sendAgain: {
      name: ['Perguntar de novo', 'Ask again'],
      does: [
        'A mesma ordem é enviada de novo ao banco, com o mesmo id: ela não é paga duas vezes. Até lá nenhum dinheiro é movimentado.',
        'The same order is sent to the bank again, with the same id: it is not paid twice. Until then no money moves.',
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
        'A cobrança não foi paga no banco. Ela é cancelada aqui, e nenhum dinheiro é movimentado.',
        'The charge was not paid at the bank. It is cancelled here, and no money moves.',
      ],
    },
    sendAgain: {
      name: ['Cancelar de novo', 'Cancel again'],
      does: [
        'O cancelamento é enviado de novo ao banco. Nenhum dinheiro é movimentado.',
        'The cancellation is sent to the bank again. No money moves.',
      ],
    },
  },
} as const satisfies ActWords
