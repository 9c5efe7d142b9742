import { bankWords } from './bank-words.ts'
import { ApiFailure } from './api.ts'
import type { Language } from './language.ts'
import { type FailureTable, signInFailureWords } from './sign-in-failure-words.ts'

type Words = { title: string; message: string }

/**
 * What a refusal means, for people. In English the API says it itself; what this table says in English replaces it where
 * the API speaks to programmers. A reason that is not here is described by its status.
 */
const byReason: FailureTable = {
  Unreachable: {
    pt: 'O servidor não respondeu. Verifique sua conexão e tente de novo.',
    en: 'The server did not respond. Check your connection and try again.',
  },
  InvalidRequestFormat: { pt: 'Revise os campos indicados.', en: 'Check the fields that are marked.' },
  SessionInvalid: { pt: 'Sua sessão terminou. Entre de novo.', en: 'Your session has ended. Sign in again.' },
  SignInCodeRequired: {
    pt: 'Informe um código de uso único, ou de recuperação, ainda não usado.',
    en: 'Enter a one-time code or a recovery code that has not been used.',
  },
  SignInRefused: { pt: 'E-mail, senha ou código incorreto.' },
  RoleNotAllowed: { pt: 'Nenhum dos seus papéis permite isto. Peça a um proprietário da conta.' },
  ConfirmationRequired: {
    pt: 'Confirme sua senha ou um código para continuar.',
    en: 'Confirm your password or a code to continue.',
  },
  SecondFactorRequired: { pt: 'Falta o segundo fator: entre de novo e informe-o, ou ative um.' },
  MerchantSuspended: {
    pt: 'Este lojista está suspenso: nada que mova dinheiro é aceito. O motivo está no alto da página.',
    en: 'This company is suspended: nothing that moves money is accepted. The reason is at the top of the page.',
  },
  MerchantStateNotAllowed: { pt: 'O lojista já está suspenso, ou já foi retomado.' },
  OriginNotAllowed: { pt: 'A requisição veio de outro site.' },
  CsrfTokenInvalid: { pt: 'A página ficou antiga. Recarregue e tente de novo.', en: 'The page is stale. Reload it.' },
  SecondFactorMandatory: { pt: 'Seu papel exige um segundo fator: o último não pode ser removido.' },
  ...signInFailureWords,
  TooManyKept: {
    pt: 'O limite foi atingido. Apague um item antes.',
    en: 'The maximum is reached. Delete one first.',
  },
  SecondFactorStateNotAllowed: {
    pt: 'Os códigos de uso único já mudaram em outra janela. Recarregue a página.',
    en: 'One-time codes have been changed in another window. Reload the page.',
  },
  LinkInvalid: { pt: 'Este link já foi usado, expirou ou nunca existiu. Solicite um novo.' },
  SessionNotFound: { pt: 'Esta sessão já terminou.', en: 'This session has ended already.' },
  RouteNotFound: { pt: 'Este endereço não existe.', en: 'There is no such address.' },
  MerchantNotFound: { pt: 'Você não faz parte deste lojista.' },
  TransactionNotFound: { pt: 'Esta transação não existe aqui.' },
  PersonNotFound: { pt: 'Esta pessoa não existe aqui.' },
  RecipientNotFound: { pt: 'Este destinatário não está mais na lista.' },
  DataRequestNotFound: { pt: 'Este pedido não existe, ou seu arquivo já foi apagado.' },
  PersonNotNamed: { pt: 'Informe o documento, o e-mail ou o telefone da pessoa: só o nome não basta.' },
  AlarmNotFound: { pt: 'Este alarme não existe aqui.' },
  AlarmStateNotAllowed: { pt: 'O alarme já foi reconhecido, ou já se encerrou.' },
  KeyNotFound: { pt: 'Esta chave de acesso não existe aqui.' },
  ReceiverNotFound: { pt: 'Este favorecido não existe aqui.' },
  BankAccountNotFound: { pt: 'Esta conta bancária não existe aqui.' },
  TroubleNotFound: { pt: 'Esta falha já aconteceu ou foi retirada.' },
  ClockTooFarAhead: { pt: 'O relógio de teste pode estar no máximo 400 dias adiante.' },
  DisputeNotFound: { pt: 'Esta contestação não existe aqui.' },
  DisputeStateNotAllowed: { pt: 'A contestação está em uma situação que não permite isto.' },
  DisputeAnswerTimeOver: { pt: 'O prazo para responder à contestação acabou.' },
  FileNotFound: { pt: 'Este arquivo não existe aqui.' },
  FileScheduleNotFound: { pt: 'Este agendamento não existe mais.', en: 'This schedule no longer exists.' },
  BucketRefused: {
    pt: 'O bucket não aceitou o arquivo. Confira endereço, região, nome, chave e permissão de escrita.',
    en: 'The bucket refused the file. Check its address, region, name and key, and that the key may write.',
  },
  ListUnreadable: {
    pt: 'A lista não pôde ser lida. Envie CSV ou XLSX com uma coluna Pedido e uma coluna Valor (10,50) em cada linha.',
    en: 'The list cannot be read. Send CSV or XLSX with a column Order and a column Amount (10.50) in every line.',
  },
  BillImportNotFound: { pt: 'Esta planilha de cobranças não existe aqui.' },
  BillImportStateNotAllowed: { pt: 'A planilha já acabou ou foi interrompida. Atualize a página.' },
  PayoutBatchNotFound: { pt: 'Este lote não existe aqui.' },
  PayoutBatchStateNotAllowed: { pt: 'Já foi decidido sobre este lote, ou ele acabou. Atualize a página.' },
  PayoutRowsTaken: {
    pt: 'Algumas destas linhas já estão em outro lote, ou já foram pagas. Volte ao lote de onde elas vêm.',
    en: 'Some of these rows are already in another batch or already paid. Go back to the batch they come from.',
  },
  SpreadsheetUnreadable: {
    pt: 'Não foi possível ler o arquivo: ele não é CSV nem XLSX, falta uma coluna ou tem linhas demais. Compare com o modelo.',
    en: 'The file cannot be read: it is neither CSV nor XLSX, lacks a column or has too many rows. Compare it with the template.',
  },
  CustomerNotFound: { pt: 'Este cliente não existe aqui, ou foi excluído.' },
  BillNotFound: { pt: 'Esta cobrança com vencimento não existe aqui.' },
  ExternalIdTaken: {
    pt: 'Outro cliente já tem este id externo.',
    en: 'Another customer already has this external id.',
  },
  PaymentLinkNotFound: { pt: 'Este link de pagamento não existe aqui.' },
  PaymentLinkStateNotAllowed: {
    pt: 'O link não pode ser aberto ou fechado assim. Se esgotou, aumente o estoque; se acabou, escolha um fim depois.',
    en: 'The link cannot be opened or closed like this. Sold out: raise its stock; ended: choose a later end.',
  },
  PaymentLinkStockTaken: {
    pt: 'Já foi pago, ou está sendo pago, mais do que isso. Informe um estoque maior.',
    en: 'More than that is already paid or being paid. Enter a higher stock.',
  },
  PaymentRequestNotFound: { pt: 'Esta solicitação de pagamento não existe aqui.' },
  DocumentNotFound: { pt: 'Este documento não existe aqui.' },
  DeliveryNotFound: { pt: 'Esta entrega de webhook não existe aqui.' },
  ExceptionNotFound: { pt: 'Esta exceção do banco não existe.' },
  CounterpartyTaxNumberInvalid: { pt: 'O CPF ou CNPJ não é válido.', en: 'The CPF or CNPJ is not valid.' },
  CounterpartyServiceError: { pt: 'O serviço de consulta recusou o CPF ou CNPJ.' },
  PayerNotReported: {
    pt: 'O banco não informa quem paga: não é possível aceitar só este pagador.',
    en: 'The bank does not report who pays: other payers cannot be refused.',
  },
  AmountNotAllowed: { pt: 'O banco não aceita este valor: use centavos inteiros.' },
  PixKeyInvalid: { pt: 'A chave não corresponde ao tipo escolhido.', en: 'The key does not match its type.' },
  PixKeyNotFound: { pt: 'Nenhuma conta tem esta chave Pix.', en: 'No account has this Pix key.' },
  PixKeyOwnerMismatch: {
    pt: 'A chave Pix é de outro CPF ou CNPJ.',
    en: 'The Pix key belongs to another CPF or CNPJ.',
  },
  PixKeyOwnerUnknown: {
    pt: 'O banco não informa de quem é esta chave. Use como chave o CPF ou CNPJ do próprio dono.',
    en: "The bank does not report who owns this key. Use the owner's own CPF or CNPJ as key.",
  },
  OrderIdConflict: {
    pt: 'Este número de pedido já foi usado com outros dados. Use outro, ou abra a transação que o tem.',
    en: 'This order number was already used with other details. Use another, or open the transaction that has it.',
  },
  CheckExpired: { pt: 'A conferência passou de cinco minutos, ou a tarifa mudou. Confira de novo.' },
  CheckMismatch: { pt: 'Este não é o envio que foi conferido. Confira de novo.' },
  InsufficientBalance: { pt: 'O saldo disponível não cobre o valor e as tarifas.' },
  TransactionStateNotAllowed: { pt: 'O estado atual da transação não permite isto.' },
  RefundNotAllowed: { pt: 'Esta transação não pode ser devolvida, ou o valor passa do que resta.' },
  LimitExceeded: {
    pt: 'O valor passa de um dos limites desta conta: por transação, dia, noite, destinatário ou chave.',
  },
  KeyStateNotAllowed: { pt: 'Esta chave já foi revogada, expirou ou foi substituída.' },
  OwnerAlreadyThere: { pt: 'Esta conta já tem proprietário: é ele quem decide quem faz parte dela.' },
  ReceiverChanged: {
    pt: 'O favorecido foi alterado durante a sua análise. Confira os dados de novo antes de decidir.',
    en: 'The receiver was changed during your review. Check it again before you decide.',
  },
  ReceiverStatusNotAllowed: { pt: 'A análise deste favorecido já terminou.' },
  ReceiverNotApproved: { pt: 'O favorecido ainda não foi aprovado.' },
  BankAccountNotAllowed: { pt: 'A conta bancária é de outro favorecido.' },
  PaymentRequestNotPending: { pt: 'Esta solicitação já foi decidida.' },
  PaymentRequestNotApproved: { pt: 'Esta solicitação ainda não foi aprovada.' },
  PaymentRequestAlreadyExecuted: { pt: 'Esta solicitação já foi aprovada e está a caminho do banco.' },
  DocumentAlreadyUploaded: { pt: 'O arquivo deste documento já foi enviado.' },
  DocumentNotUploaded: { pt: 'O arquivo deste documento ainda não chegou.' },
  DocumentTypeNotAllowed: { pt: 'Envie um arquivo PDF, PNG, JPEG ou XML.' },
  UploadAddressInvalid: { pt: 'O prazo para enviar o arquivo terminou. Comece o envio de novo.' },
  ApproverNotAllowed: { pt: 'Quem solicitou um pagamento, ou já decidiu sobre ele, não pode aprová-lo.' },
  WebhookUnreachable: {
    pt: 'O estado mudou, mas o endereço do webhook não pôde ser chamado. As tentativas continuam.',
  },
  WebhookAddressNotAllowed: { pt: 'O serviço não pode chamar este endereço de webhook.' },
  DeliverySuperseded: { pt: 'Um estado mais novo da transação já foi entregue: o antigo não é enviado depois dele.' },
  ExceptionEnded: { pt: 'Outra pessoa já encerrou esta exceção do banco.' },
  ExceptionActNotAllowed: { pt: 'Esta ação não encerra este tipo de exceção do banco.' },
  BankReportsOtherwise: {
    pt: 'O banco foi consultado e informa que a ordem está em processamento ou já foi executada.',
    en: 'The bank was asked and reports that the order is in process or was executed.',
  },
  RecoveryStateNotAllowed: { pt: 'Nada está parado por causa de uma restauração, ou este servidor é uma cópia.' },
  RecoveryNotCompared: {
    pt: 'Nem todos os bancos foram comparados com os livros restaurados. Espere, ou pause o banco que não responde; o extrato de um banco pausado, ou que não informa o que enviou, é comparado por você.',
  },
  BankConnectionNotFound: { pt: 'Esta conexão com um banco não existe.' },
  BankCannotConnect: {
    pt: 'O banco não pode ser conectado assim',
    en: 'The bank cannot be connected like this',
  },
  AlreadyMember: { pt: 'Esta pessoa já faz parte da equipe. Mude os papéis dela.' },
  LastOwner: { pt: 'O lojista precisa de pelo menos um proprietário. Torne outra pessoa proprietária antes.' },
  InvitationTaken: { pt: 'Esta pessoa já aceitou o convite.' },
  OperatorAndMember: { pt: 'Quem é da operação não pode ser da equipe de um lojista. Use outro e-mail.' },
  OperatorRequestNotFound: { pt: 'Esta solicitação não existe.' },
  OperatorRequestDecided: { pt: 'Esta solicitação já foi decidida ou expirou. Faça outra, se ainda for preciso.' },
  OperatorRequestOutdated: {
    pt: 'O que esta solicitação muda já mudou desde então. Recuse-a e faça outra, se ainda for preciso.',
  },
  NoSecondOperator: {
    pt: 'Ninguém mais da operação tem o papel para aprovar isto. Dê o papel a outra pessoa antes.',
    en: 'No other operator has the role to approve this. Give it to somebody first.',
  },
  AlreadyOperator: { pt: 'Esta pessoa já é da operação.' },
  LastOperator: { pt: 'A plataforma precisa de pelo menos uma pessoa na operação.' },
  BodyTooLarge: { pt: 'O que foi enviado é grande demais.' },
  InternalError: {
    pt: 'Houve uma falha do nosso lado. Tente de novo em instantes.',
    en: 'Something failed on our side. Try again.',
  },
  BankNotConnected: {
    pt: 'Nenhum banco conectado pode fazer isto. Nada foi gravado. Fale com o Trilho.',
    en: 'No connected bank can do this. Nothing was saved. Contact Trilho.',
  },
  RequestTimeout: { pt: 'O envio demorou demais e foi interrompido. Confira a conexão e tente de novo.' },
  RefusedByBank: {
    pt: 'O banco recusou a cobrança. Nada foi gravado. Fale com o Trilho.',
    en: 'The bank refused the charge. Nothing was saved. Contact Trilho.',
  },
  BankUnavailable: {
    pt: 'O banco não decide no momento. Nada novo foi gravado; a alteração de uma cobrança continua pedida. Tente de novo em instantes.',
    en: 'The bank does not decide at the moment. Nothing new was saved; a change of a bill stays requested. Try again in a moment.',
  },
  ServiceUnavailable: {
    pt: 'O banco de dados não respondeu. Verifique se a alteração foi feita e tente de novo em instantes.',
    en: 'The database did not respond. Check whether the change was made, and try again.',
  },
  ServerOverloaded: { pt: 'Muito trabalho na fila. Tente de novo em instantes.' },
}

const titles: Record<Language, string> = { pt: 'Não deu certo', en: 'That did not work' }

const wait = { pt: 'Tentativas demais. Espere', en: 'Too many attempts. Wait' }

const waitWords = (seconds: number, language: Language): string => {
  const minutes = Math.ceil(seconds / 60)
  return `${wait[language]} ${seconds < 60 ? `${seconds} s` : `${minutes} min`}.`
}

/** Of a spreadsheet of payments, where it is one line that cannot be read. */
const wrongLine: Record<Language, string> = {
  pt: 'Não foi possível ler o arquivo: há aspas que não fecham, ou uma célula com quebra de linha ou texto longo demais.',
  en: 'The file cannot be read: a quote is not closed, or a cell has a line break or too long a text.',
}

/** Title and message of whatever was thrown, for people. */
export function failureWords(error: unknown, language: Language): Words {
  const title = titles[language]
  if (!(error instanceof ApiFailure)) return { title, message: byReason.InternalError?.[language] ?? '' }
  if (error.status === 429) return { title, message: waitWords(error.retryAfterSeconds ?? 60, language) }
  const known = byReason[error.reason]
  const message = language === 'pt' ? (known?.pt ?? error.message) : (known?.en ?? error.message)
  const line = error.reason.endsWith('Unreadable') ? /line (\d+)/.exec(error.detail ?? '')?.[1] : undefined
  if (line !== undefined) {
    const said = error.reason === 'SpreadsheetUnreadable' ? wrongLine[language] : message
    return { title, message: `${said} ${language === 'pt' ? 'Linha' : 'Line'} ${line}.` }
  }
  // What is wrong with a bank's settings, and how to mend it.
  if (error.reason === 'RecoveryNotCompared' && error.detail !== undefined)
    return { title, message: `${message} (${error.detail})` }
  if (error.reason === 'BankCannotConnect' && error.detail !== undefined)
    return { title, message: `${message}: ${bankWords(error.detail, language)}.` }
  return { title, message }
}
