import { bankAnswerWords, orderKindWords } from '../../../../server/src/operations/exceptions/words.ts'
import { differenceWords } from '../../../../server/src/operations/reconciliation/words.ts'
import { bilingual } from '../../kit/texts.ts'

export const orderKindTexts = bilingual(orderKindWords)
export const bankAnswerTexts = bilingual(bankAnswerWords)
export const differenceTexts = bilingual(differenceWords)

export const exceptionTexts = bilingual({
  exceptions: ['Exceções do banco', 'Bank exceptions'],
  exceptionsIntro: [
    'Casos em que um banco não respondeu ou diverge dos livros. Nenhum valor se move até um operador conferir com o banco e encerrar o caso.',
    'Cases where a bank did not respond or differs from the books. No money moves until an operator checks with the bank and closes the case.',
  ],
  open: ['Abertas', 'Open'],
  ended: ['Encerradas', 'Closed'],
  kind: ['O quê', 'What'],
  merchant: ['Lojista', 'Merchant'],
  unmatched: ['Trilho, pagamento não identificado', 'Trilho, unmatched payment'],
  said: ['O banco disse', 'The bank said'],
  since: ['Desde', 'Since'],
  how: ['Como', 'How'],
  who: ['Quem', 'Who'],
  when: ['Quando', 'When'],
  noOpen: ['Nenhuma exceção aberta', 'No exception is open'],
  noOpenHint: ['Todos os bancos responderam, e os livros conferem.', 'Every bank has responded, and the books match.'],
  noEnded: ['Nenhuma exceção encerrada ainda', 'No exception was closed yet'],
  noEndedHint: [
    'As exceções encerradas ficam aqui, com quem encerrou, como e por quê.',
    'Closed exceptions stay here, with who closed them, how and why.',
  ],
  notFound: ['Esta exceção não existe', 'This exception does not exist'],
  back: ['Voltar às exceções', 'Back to exceptions'],
  whatHappened: ['O que houve', 'What happened'],
  asked: ['Solicitamos ao banco', 'We asked the bank'],
  found: ['A conciliação achou', 'Reconciliation found'],
  payout: ['Enviar o valor ao favorecido', 'To send the amount to the recipient'],
  return: ['Devolver o valor ao pagador', 'To return the amount to the payer'],
  initiation: ['Pagar o que o pagador autorizou', 'To pay what the payer has authorised'],
  cancellation: ['Cancelar uma cobrança vencida', 'To cancel an expired charge'],
  registration: ['Registrar um boleto', 'To register a boleto'],
  settlement: ['Liquidar um boleto pago', 'To settle a paid boleto'],
  change: ['Alterar uma cobrança', 'To change a bill'],
  expected: ['Esperávamos', 'We expected'],
  transaction: ['Transação', 'Transaction'],
  whose: ['De quem', 'Whose'],
  meantFor: ['Era para', 'Meant for'],
  openCharge: ['Abrir a cobrança', 'Open the charge'],
  ofNobody: ['De nenhum lojista: só consta no banco', 'No merchant: only the bank has it'],
  openTransaction: ['Abrir a transação', 'Open the transaction'],
  state: ['Situação', 'State'],
  amount: ['Valor', 'Amount'],
  endToEndId: ['ID Pix (E2E)', 'Pix ID (E2E)'],
  id: ['ID da transação', 'Transaction ID'],
  unmatchedKept: ['Recebido, ainda não devolvido', 'Received, not returned yet'],
  unmatchedReturned: ['Devolvido ao pagador', 'Returned to the payer'],
  unmatchedCredited: ['Creditado à cobrança', 'Credited to the charge'],
  bankAnswer: ['Última consulta ao banco', 'The bank, when last asked'],
  askBank: ['Consultar o banco', 'Ask the bank'],
  asking: [
    'Nenhum dinheiro é movimentado: só perguntamos o que houve com a ordem.',
    'No money moves: we only ask what became of the order.',
  ],
  notAsked: [
    (actions: string) => `Só depois de consultar o banco: ${actions}.`,
    (actions: string) => `Only after asking the bank: ${actions}.`,
  ],
  notWhile: [
    (actions: string) => `Não enquanto o banco responde assim: ${actions}.`,
    (actions: string) => `Not while the bank answers this: ${actions}.`,
  ],
  end: ['Encerrar', 'Close it'],
  endIntro: [
    'Compare antes com o extrato do banco. Cada ação é definitiva e fica na auditoria com o seu nome.',
    "Compare with the bank's statement first. Each action is final and is recorded in the audit log with your name.",
  ],
  endedTitle: ['Encerrada', 'Closed'],
  by: ['Por', 'By'],
  why: ['O que se achou no banco', 'What was found at the bank'],
  note: ['O que você achou no banco', 'What you found at the bank'],
  noteHint: [
    'De 3 a 500 caracteres. Fica com a exceção e na auditoria.',
    '3 to 500 characters. It stays with the exception and in the audit log.',
  ],
  noteMissing: [
    'Informe em pelo menos 3 caracteres o que achou no banco',
    'Enter at least 3 characters about what you found at the bank',
  ],
  endToEndIdHint: [
    'Como está no extrato do banco: 32 letras e números, começa com E ou D.',
    "As in the bank's statement: 32 letters and digits that begin with E or D.",
  ],
  endToEndIdWrong: [
    'São 32 letras e números, e o primeiro é E ou D',
    'It has 32 letters and digits and begins with E or D',
  ],
  paidAmount: ['Valor que o banco recebeu', 'Amount the bank received'],
  adjustedAmount: ['Valor do ajuste', 'Amount of the adjustment'],
  bookedTo: ['Lojista', 'Merchant'],
  bookedToHint: ['De quem é o valor. Procure pelo nome ou pelo CNPJ.', 'Whose money it is. Search by name or CNPJ.'],
  bookedToMissing: ['Escolha o lojista', 'Choose the merchant'],
  evidence: ['Prova', 'Evidence'],
  evidenceHint: [
    'O que a mostra: a linha do extrato, o protocolo do banco, o endereço de um arquivo.',
    "What shows it: the line of the statement, the bank's reference, the address of a file.",
  ],
  evidenceMissing: [
    'Informe em pelo menos 3 caracteres o que prova o ajuste',
    'Enter at least 3 characters about what shows it',
  ],
  reason: ['Motivo', 'Reason'],
  reasonHint: [
    'De 3 a 500 caracteres. O lojista o lê no extrato.',
    '3 to 500 characters. The merchant reads it in the statement.',
  ],
  gap: ['O banco tem a mais ou a menos', 'The bank has more or less'],
  amountWrong: ['Use um valor como 10,50', 'Use an amount such as 10.50'],
  bankChecked: [
    'Li o registro do próprio banco, e ele não fez este pagamento',
    "I have read the bank's own record, and it did not make this payment",
  ],
  bankCheckedHint: [
    'Não podemos consultar este banco sobre a ordem: confira o extrato dele. Fica na auditoria com o seu nome.',
    'We cannot ask this bank about the order: check its statement. It is recorded in the audit log with your name.',
  ],
  bankCheckedMissing: ['Confira o extrato do banco e confirme', 'Check the statement of the bank and confirm'],
  endNow: ['Encerrar exceção', 'Close exception'],
  done: ['Exceção encerrada', 'Exception closed'],
})
