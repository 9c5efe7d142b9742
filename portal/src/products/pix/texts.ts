import { bilingual } from '../../kit/texts.ts'

/** The words of asking for money: making a charge, sharing it, cancelling it. */
export const chargeTexts = bilingual({
  new: ['Nova cobrança', 'New charge'],
  newIntro: [
    'Cria uma cobrança Pix. Depois você envia o link, o QR Code ou a mensagem ao pagador.',
    'Creates a Pix charge. Then you send the link, the QR code or the message to the payer.',
  ],
  amount: ['Valor', 'Amount'],
  amountWrong: ['Use um valor como 10,50', 'Use an amount such as 10.50'],
  description: ['Descrição (opcional)', 'Description (optional)'],
  descriptionHint: ['O pagador vê isto na página de pagamento', 'The payer sees this on the payment page'],
  expiry: ['Pode ser paga por', 'Can be paid for'],
  hour: ['1 hora', '1 hour'],
  day: ['1 dia', '1 day'],
  threeDays: ['3 dias', '3 days'],
  week: ['7 dias', '7 days'],
  month: ['30 dias', '30 days'],
  payer: ['Pagador (opcional)', 'Payer (optional)'],
  toCustomer: [(name: string) => `Cliente: ${name}`, (name: string) => `Customer: ${name}`],
  customer: ['Cliente (opcional)', 'Customer (optional)'],
  customerFilter: ['Cliente', 'Customer'],
  customerHint: ['A cobrança fica na página do cliente.', "The charge appears on the customer's page."],
  customerSearch: ['Nome, documento ou e-mail', 'Name, document or e-mail'],
  customerNone: ['Nenhum cliente encontrado', 'No customer found'],
  payerHint: ['Sem isto, qualquer pessoa pode pagar.', 'Without this anybody may pay.'],
  payerName: ['Nome', 'Name'],
  taxNumber: ['CPF ou CNPJ', 'CPF or CNPJ'],
  onlyThisPayer: ['Aceitar só deste pagador', 'Accept from this payer only'],
  onlyThisPayerHint: [
    'Um pagamento de outro CPF ou CNPJ é devolvido.',
    'A payment from another CPF or CNPJ is returned.',
  ],
  taxNumberMissing: ['Informe também o CPF ou CNPJ', 'Enter the CPF or CNPJ too'],
  orderId: ['Número do pedido (opcional)', 'Order number (optional)'],
  orderIdHint: ['Um número seu, que não se repete', 'A number of yours that does not repeat'],
  orderIdUsed: [
    'Já existe uma cobrança com este pedido. Use outro número, ou busque este na lista.',
    'There is a charge with this order already. Use another number, or search the list for this one.',
  ],
  make: ['Criar cobrança', 'Create charge'],
  made: ['Cobrança criada. Agora é só compartilhar.', 'Charge created. Now share it.'],
  share: ['Compartilhar', 'Share'],
  link: ['Link', 'Link'],
  message: ['Mensagem', 'Message'],
  whatsApp: ['WhatsApp', 'WhatsApp'],
  email: ['E-mail', 'E-mail'],
  picture: ['QR Code', 'QR code'],
  print: ['Imprimir', 'Print'],
  subject: [(merchant: string) => `Cobrança de ${merchant}`, (merchant: string) => `Charge of ${merchant}`],
  text: [
    (amount: string, merchant: string, what: string | null, link: string) =>
      `Olá! Esta é a cobrança de ${amount} de ${merchant}${what === null ? '' : `: ${what}`}. Pague com Pix por aqui: ${link}`,
    (amount: string, merchant: string, what: string | null, link: string) =>
      `Hello! This is the charge of ${amount} by ${merchant}${what === null ? '' : `: ${what}`}. Pay it with Pix here: ${link}`,
  ],
  billText: [
    (amount: string, merchant: string, due: string, what: string | null, link: string) =>
      `Olá! Esta é a cobrança de ${amount} de ${merchant}${what === null ? '' : `: ${what}`}, com vencimento em ${due}. Pague com Pix por aqui: ${link}`,
    (amount: string, merchant: string, due: string, what: string | null, link: string) =>
      `Hello! This is the bill of ${amount} by ${merchant}${what === null ? '' : `: ${what}`}, due on ${due}. Pay it with Pix here: ${link}`,
  ],
  cancel: ['Cancelar cobrança', 'Cancel charge'],
  cancelTitle: ['Cancelar esta cobrança?', 'Cancel this charge?'],
  cancelIntro: [
    'O código deixa de valer e a cobrança não pode mais ser paga. Não pode ser desfeito.',
    'The code stops working and the charge can no longer be paid. This cannot be undone.',
  ],
  keep: ['Voltar', 'Back'],
  cancelled: ['Cobrança cancelada', 'Charge cancelled'],
  cancelling: [
    'Cancelamento solicitado. O banco ainda não confirmou.',
    'Cancellation requested. The bank has not confirmed it yet.',
  ],
})
