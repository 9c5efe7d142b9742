import { bilingual } from '../../kit/texts.ts'

export const recoveryTexts = bilingual({
  title: ['Restauração', 'Recovery'],
  intro: [
    'Depois que os livros voltaram a um momento anterior, nenhum dinheiro sai até que os bancos sejam comparados e uma pessoa libere.',
    'After the books were restored to an earlier time, no money is sent until the banks are compared and a person releases it.',
  ],
  held: ['Envios e devoluções estão parados', 'Payouts and refunds are held'],
  heldSome: ['Envios e devoluções de alguns bancos estão parados', 'Payouts and refunds of some banks are held'],
  heldHint: [
    'Os livros foram restaurados e podem não conhecer o que os bancos fizeram desde',
    'The books were restored and may lack what banks did since',
  ],
  see: ['Ver o que falta', 'See what is missing'],
  copy: ['Este servidor é uma cópia', 'This server is a copy'],
  copyHint: [
    'Ele só pode ser lido: não envia nada e não consulta bancos. Os livros são de',
    'It can only be read: it sends nothing and asks no bank. Its books are of',
  ],
  none: ['Nada está parado', 'Nothing is held'],
  noneHint: ['Envios e devoluções seguem normalmente.', 'Payouts and refunds are sent as usual.'],
  banks: ['O que os bancos informaram', 'What the banks reported'],
  banksHint: [
    'Recebimentos que faltavam já foram lançados. Cada diferença é uma exceção do banco: resolva-as antes de liberar.',
    'Received payments that were missing are booked. Each difference is a bank exception: resolve them before you release.',
  ],
  bank: ['Banco', 'Bank'],
  compared: ['Comparado', 'Compared'],
  received: ['Recebidos', 'Received'],
  sent: ['Enviados', 'Sent'],
  notReported: ['O banco não informa: compare o extrato dele', 'The bank does not report it: compare its statement'],
  mended: ['Lançados agora', 'Booked now'],
  differences: ['Diferenças', 'Differences'],
  notCompared: ['Não foi comparado:', 'Not compared:'],
  waiting: ['Os bancos estão sendo comparados', 'The banks are being compared'],
  waitingHint: [
    'O resultado aparece aqui assim que todos responderem.',
    'The result appears here as soon as all have responded.',
  ],
  exceptions: ['Abrir as exceções do banco', 'Open the bank exceptions'],
  release: ['Liberar envios e devoluções', 'Release payouts and refunds'],
  releaseHint: [
    'Os pagamentos parados são enviados aos bancos. Um pagamento igual a um que o banco já fez e os livros não conhecem vira uma exceção. Outro operador aprova a liberação.',
    'Held payments are sent to the banks. A payment equal to one that a bank has made and the books lack becomes an exception. Another operator approves the release.',
  ],
  byHand: ['Comparei o extrato destes bancos', 'I have compared the statements of these banks'],
  byHandHint: [
    'Estão pausados, não respondem ou não informam o que enviaram, por isso não foram comparados.',
    'They are paused, do not respond or do not report what they sent, so they were not compared.',
  ],
  byHandMissing: [
    'Compare o extrato de cada um destes bancos e marque.',
    'Compare the statement of each of these banks and select it.',
  ],
  byHandNone: ['Marque o banco cujo extrato você comparou.', 'Select the bank whose statement you have compared.'],
  leaveOut: ['Deixar estes bancos parados', 'Leave these banks out'],
  leaveOutHint: [
    'Nada é enviado a eles até que você os libere. Os lojistas deles também não pagam por outros bancos.',
    'Nothing is sent to them until you release them. Their merchants make no payouts at other banks either.',
  ],
  leftOut: ['parado até ser liberado', 'held until it is released'],
  releaseThese: ['Liberar estes bancos', 'Release these banks'],
  releaseTheseHint: [
    'O servidor os comparou desde então, ou você comparou o extrato deles.',
    'The server has compared them since, or you have compared their statements.',
  ],
  totalSent: ['Total enviado por Pix no extrato', 'Total sent by Pix in its statement'],
  totalSentHint: [
    'Desde o momento da restauração. Este banco não informa o que enviou: o total tem de ser o que os livros conhecem.',
    'Since the moment of the restore. This bank does not report what it sent: the total must be what the books know.',
  ],
  totalSentMissing: [
    'Escreva o total, como 12.34; 0 se nada foi enviado.',
    'Enter the total, such as 12.34; 0 if nothing was sent.',
  ],
  unbooked: ['IDs Pix (E…) dos envios que faltam nos livros', 'Pix IDs (E…) of payouts that the books lack'],
  unbookedHint: [
    'Um por linha. Cada um vira uma exceção, e um envio igual não é repetido.',
    'One per line. Each becomes an exception, and an equal payout is not repeated.',
  ],
  note: ['O que foi conferido', 'What was checked'],
  noteHint: ['Fica no registro de auditoria.', 'It is recorded in the audit log.'],
  noteMissing: ['Escreva o que foi conferido.', 'Enter what was checked.'],
  released: ['Envios e devoluções foram liberados', 'Payouts and refunds are released'],
})
