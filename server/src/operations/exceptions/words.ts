import type { Fact, FactCode } from '../../money/bank-orders/fact.ts'
import type { BankAnswer } from '../../money/bank-orders/exception.ts'
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
  registration: ['Registro de boleto', 'Registration of a boleto'],
  settlement: ['Liquidação de boleto', 'Settlement of a boleto'],
  change: ['Alteração de cobrança', 'Change of a bill'],
} as const satisfies Record<OrderKind, Translated>

/** What was expected of a bank, or what it said. `{}` is the value of the fact. */
const factWords = {
  anEnd: ['Uma resposta com o resultado', 'A response with the result'],
  paymentIs: ['A transação no estado “{}”', 'The transaction in the state “{}”'],
  goesBack: ['A devolução do pagamento ao pagador', 'The return of the payment to the payer'],
  paid: ['Pago, com o ID Pix {}', 'Paid, with the Pix ID {}'],
  paidByBoleto: [
    'Pago por boleto, que banco nenhum devolve: devolva ao pagador por fora, ou credite ao recebedor',
    'Paid by boleto, which no bank can return: pay the payer back by other means, or credit the merchant',
  ],
  paidByBoletoInTime: [
    'Pago por boleto antes de a cobrança ser cancelada, ou no mesmo dia: credite-a. Banco nenhum devolve um boleto',
    'Paid by boleto before the bill was cancelled, or on the same day: credit it. No bank can return a boleto',
  ],
  paidBefore: [
    'Pago, com o ID Pix {}, que outro envio ou um ajuste já lançou. Libere o valor: o pagamento está nos livros uma vez',
    'Paid, with the Pix ID {}, which another payout or an adjustment has booked. Release the amount: the payment is in the books once',
  ],
  refused: ['Recusado: {}', 'Refused: {}'],
  doubtful: [
    'Recusado agora: {}. Não se sabe se o banco aceitou uma chamada anterior',
    'Refused now: {}. It is not known whether the bank accepted an earlier call',
  ],
  unknownState: [
    'O banco respondeu com um estado que não conhecemos: {}. Não se sabe se ele executou a ordem',
    'The bank answered with a state that we do not know: {}. It is not known whether it carried out the order',
  ],
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
  paidAtUnknownTime: [
    'O banco não diz quando a cobrança foi paga: pode ter sido antes de ser cancelada. Confira no banco',
    'The bank does not say when the charge was paid: it may have been before it was cancelled. Check with the bank',
  ],
  noBank: ['Nenhum banco conectado pode devolvê-lo', 'No connected bank can return it'],
  amountReceived: ['{} recebidos', '{} received'],
  amountReturned: ['{} devolvidos', '{} returned'],
  amountSent: ['{} enviados', '{} sent'],
  amountInProcess: ['{} em processamento: o banco ainda pode recusar', '{} in process: the bank may still refuse it'],
  amountHeld: ['{} na conta', '{} in the account'],
  nothingReceived: ['Nada recebido', 'Nothing received'],
  nothingSent: ['Nada enviado', 'Nothing sent'],
  wholeRow: ['Uma linha completa na lista do banco', "A complete row in the bank's list"],
  unreadable: [
    'Uma linha que não pode ser lida. Falta: {}. Pergunte ao banco. Se ele a corrigir, ela é processada sozinha; senão registre aqui o que é, e a linha não é mais esperada',
    'A row that cannot be read. It lacks: {}. Ask the bank. If it corrects the row, it is processed by itself; otherwise note here what it is, and the row is no longer waited for',
  ],
  newPayoutByKey: [
    'Um envio novo. O banco já enviou um do mesmo valor para a mesma chave, que os livros não conhecem',
    'A new payout. The bank has sent one of the same amount to the same key, which the books do not know',
  ],
  newPayoutByDocument: [
    'Um envio novo. O banco já enviou um do mesmo valor para o mesmo documento, que os livros não conhecem',
    'A new payout. The bank has sent one of the same amount to the same document, which the books do not know',
  ],
  newPayoutByAmount: [
    'Um envio novo. O banco já enviou um do mesmo valor, que os livros não conhecem, e não informa para quem',
    'A new payout. The bank has sent one of the same amount, which the books do not know, and does not report to whom',
  ],
} as const satisfies Record<FactCode, Translated>

/** In words, with the value as given: screens spell states and amounts themselves. */
export const spellFact = ({ code, value }: Fact, language: Language): string =>
  factWords[code][language === 'pt' ? 0 : 1].replace('{}', () => value ?? '')

/** What a bank said of an order when it was asked. */
export const bankAnswerWords = {
  accepted: ['Em processamento', 'In process'],
  paid: ['Pago', 'Paid'],
  returned: ['Devolvido', 'Returned'],
  refused: ['Recusado', 'Refused'],
  doubtful: ['Sem resposta clara', 'No clear answer'],
  unknown: ['O banco não conhece a ordem', 'The bank does not know the order'],
} as const satisfies Record<BankAnswer, Translated>

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
    adjust: {
      name: ['Ajustar os livros', 'Adjust the books'],
      does: [
        'Os livros seguem o banco. O que voltou de um envio é lançado como devolução dele; o resto é um ajuste do saldo do lojista, que o vê no extrato com o motivo.',
        'The books follow the bank. What came back of a payout is booked as its return; anything else is an adjustment of the balance of the merchant, who sees it in the statement with the reason.',
      ],
    },
    bookTariff: {
      name: ['Foi uma tarifa do banco', 'It was a bank tariff'],
      does: [
        'O valor sai do banco nos livros da plataforma, como tarifa. Nenhum lojista é afetado.',
        "The amount leaves the bank in the platform's own books, as a tariff. No merchant is affected.",
      ],
    },
    bookWithdrawal: {
      name: ['Foi uma retirada da plataforma', 'It was a withdrawal of the platform'],
      does: [
        'A plataforma retirou tarifas que ganhou. O valor sai do banco nos livros dela. Nenhum lojista é afetado.',
        'The platform withdrew fees that it has earned. The amount leaves the bank in its own books. No merchant is affected.',
      ],
    },
    bookOwnMoney: {
      name: ['É dinheiro da plataforma', "It is the platform's own money"],
      does: [
        'A plataforma depositou dinheiro próprio, que nos livros passa a ser dela.',
        'The platform deposited money of its own, which its books have from now on.',
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
        'O dinheiro já foi devolvido ao pagador. O valor sai do saldo reservado, e a devolução fica concluída. Numa diferença da conciliação, o que o banco devolveu e os livros não têm é lançado, e sai do saldo do lojista.',
        "The money was returned to the payer. The amount leaves the held balance, and the return is completed. For a difference of the reconciliation, what the bank has returned and the books lack is booked, and leaves the merchant's balance.",
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
    credit: {
      name: ['Creditar a cobrança', 'Credit the charge'],
      does: [
        'O pagamento foi feito no prazo. O valor, menos as tarifas, entra no saldo do lojista, a cobrança fica concluída e o lojista é avisado.',
        'The payment was made in time. The amount, less charges, is credited to the merchant, the charge is completed, and the merchant is notified.',
      ],
    },
    creditMerchant: {
      name: ['Creditar a um lojista', 'Credit to a merchant'],
      does: [
        'Você identificou para quem era o pagamento. Ele vira um recebimento desse lojista: o valor, menos as tarifas, entra no saldo, e o lojista é avisado. Se ele entrou numa chave Pix sem conexão, conecte também essa chave: os próximos são lançados sozinhos.',
        'You have found out for whom the payment was. It becomes money in of that merchant: the amount, less charges, is credited, and the merchant is notified. If it was paid to a Pix key without a connection, connect that key, too: the next ones are booked by themselves.',
      ],
    },
    adjust: {
      name: ['Ajustar os livros', 'Adjust the books'],
      does: [
        'Os livros seguem o banco. O que o banco devolveu ao pagador é lançado como devolução; o resto é um ajuste do saldo do lojista, que o vê no extrato com o motivo.',
        'The books follow the bank. What the bank has returned to the payer is booked as a refund; anything else is an adjustment of the balance of the merchant, who sees it in the statement with the reason.',
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
  registration: {
    release: {
      name: ['Desistir do boleto', 'Give the boleto up'],
      does: [
        'Se o banco tiver o boleto, ele é baixado lá primeiro. A cobrança fica com erro aqui, e nenhum dinheiro é movimentado.',
        'If the bank has the boleto, it is removed there first. The bill fails here, and no money moves.',
      ],
    },
    sendAgain: {
      name: ['Registrar de novo', 'Register again'],
      does: [
        'O banco é consultado pelo nosso número; se não tiver o boleto, o registro é pedido de novo.',
        'The bank is asked by our number; if it does not have the boleto, it is registered again.',
      ],
    },
  },
  change: {
    settle: {
      name: ['O banco a alterou', 'The bank has changed it'],
      does: [
        'A cobrança tem no banco os termos pedidos, e passa a tê-los aqui. Nenhum dinheiro é movimentado.',
        'The bill has the requested terms at the bank, and has them here from now on. No money moves.',
      ],
    },
    release: {
      name: ['O banco não a alterou', 'The bank has not changed it'],
      does: [
        'A cobrança tem no banco os termos de antes, e fica aqui como está. Nenhum dinheiro é movimentado.',
        'The bill has the terms from before at the bank, and stays as it is here. No money moves.',
      ],
    },
    sendAgain: {
      name: ['Alterar de novo', 'Change again'],
      does: [
        'A alteração é enviada de novo ao banco. Nenhum dinheiro é movimentado.',
        'The change is sent to the bank again. No money moves.',
      ],
    },
  },
  settlement: {
    settle: {
      name: ['O banco recebeu o dinheiro', 'The bank has the money'],
      does: [
        'O valor do boleto, menos as tarifas, entra no saldo do lojista e a cobrança fica concluída.',
        'The amount of the boleto, less charges, is credited to the merchant, and the bill is completed.',
      ],
    },
    release: {
      name: ['O dinheiro não vem', 'The money does not come'],
      does: [
        'O banco é consultado primeiro. A cobrança volta a ficar em aberto se o boleto ainda puder ser pago; senão, fica cancelada.',
        'The bank is asked first. The bill is open again if its boleto can still be paid, and cancelled otherwise.',
      ],
    },
    sendAgain: {
      name: ['Perguntar de novo', 'Ask again'],
      does: [
        'O banco é consultado de novo. Nenhum dinheiro é movimentado antes.',
        'The bank is asked again. No money moves before that.',
      ],
    },
  },
} as const satisfies ActWords
