import { bilingual } from '../../kit/texts.ts'

/** The words of withdrawing the balance. */
export const withdrawTexts = bilingual({
  withdraw: ['Sacar', 'Withdraw'],
  title: ['Sacar o saldo', 'Withdraw the balance'],
  intro: [
    'A solicitação fica à espera de aprovação, como um pagamento a empresa. O solicitante não pode aprovar.',
    'The request waits for approval, like a company payment. The requester cannot approve.',
  ],
  amount: ['Valor', 'Amount'],
  upTo: [(amount: string) => `Disponível agora: ${amount}`, (amount: string) => `Available now: ${amount}`],
  amountWrong: ['Use um valor como 10,50', 'Use an amount such as 10.50'],
  all: ['Todo o saldo disponível, já descontada a tarifa', 'The full balance, less the fee'],
  keyType: ['Tipo da chave Pix', 'Type of Pix key'],
  key: ['Chave Pix da sua empresa', "Your company's Pix key"],
  keyHint: [
    'Só uma chave da própria empresa. Se o banco não informa o titular, use o CNPJ.',
    'Only a key of your own company. If the bank does not report the owner of a key, use the CNPJ.',
  ],
  keyMissing: ['Informe a chave', 'Enter the key'],
  CNPJ: ['CNPJ', 'CNPJ'],
  CPF: ['CPF', 'CPF'],
  EMAIL: ['E-mail', 'E-mail'],
  PHONE: ['Telefone', 'Phone'],
  EVP: ['Chave aleatória', 'Random key'],
  description: ['Descrição (opcional)', 'Description (optional)'],
  usual: ['Saque do saldo', 'Withdrawal of the balance'],
  ask: ['Solicitar saque', 'Request withdrawal'],
  asked: ['Saque solicitado. Agora falta a aprovação.', 'Withdrawal requested. Now it needs approval.'],
})
