import { bilingual } from '../../kit/texts.ts'

export const companyTexts = bilingual({
  company: ['Empresa', 'Company'],
  companyIntro: [
    'O que foi combinado com o Trilho: dados, tarifas e limites. Para mudar algo, fale com a operação do Trilho.',
    'What was agreed with Trilho: data, fees and limits. To change any of it, contact the operators of Trilho.',
  ],
  data: ['Dados da empresa', 'Company data'],
  name: ['Nome', 'Name'],
  cnpj: ['CNPJ', 'CNPJ'],
  city: ['Cidade', 'City'],
  account: ['Conta no Trilho', 'Account at Trilho'],
  bank: ['Banco que movimenta o dinheiro', 'Bank that moves the money'],
  noBank: ['Nenhum conectado', 'None is connected'],
  since: ['Cliente desde', 'Customer since'],
  webhookAddress: ['Endereço de webhook', 'Webhook address'],
  noWebhookAddress: ['Nenhum definido', 'None is set'],
  fees: ['Tarifas', 'Fees'],
  feesFree: ['Nenhuma tarifa é cobrada.', 'No fee is charged.'],
  feesFixed: [
    (fixed: string) => `Cada transação concluída custa ${fixed}.`,
    (fixed: string) => `Every completed transaction costs ${fixed}.`,
  ],
  feesPercent: [
    (percent: string) => `Cada transação concluída custa ${percent} do valor.`,
    (percent: string) => `Every completed transaction costs ${percent} of its amount.`,
  ],
  feesBoth: [
    (fixed: string, percent: string) => `Cada transação concluída custa ${fixed} mais ${percent} do valor.`,
    (fixed: string, percent: string) => `Every completed transaction costs ${fixed} plus ${percent} of its amount.`,
  ],
  feesHint: [
    'Uma tarifa nova vale só para transações criadas depois dela. A tarifa nunca passa do valor recebido.',
    'A new fee applies only to transactions created after it. A fee is never higher than the amount received.',
  ],
  example: [
    (amount: string, charges: string, left: string) =>
      `Um pagamento de ${amount} custa ${charges}, e ${left} ficam com você.`,
    (amount: string, charges: string, left: string) =>
      `A payment of ${amount} costs ${charges}, and ${left} are yours.`,
  ],
  examples: ['Exemplos', 'Examples'],
  limits: ['Limites de envio', 'Limits on sending'],
  limitsIntro: [
    'O dia vai até a meia-noite de São Paulo. Saques contam com os envios Pix.',
    'A day ends at midnight in São Paulo. Withdrawals count as Pix payouts.',
  ],
  cashOuts: ['Envios Pix', 'Pix payouts'],
  companyPayments: ['Pagamentos a empresas', 'Company payments'],
  perTransaction: ['Por transação', 'Per transaction'],
  perDay: ['Por dia', 'Per day'],
  usedToday: ['Usado hoje', 'Used today'],
  perNight: [
    (from: number, until: number) => `Todos os envios, das ${from}h às ${until}h`,
    (from: number, until: number) => `All payouts, from ${from}:00 to ${until}:00`,
  ],
  perRecipient: ['Ao mesmo destinatário, por dia', 'To the same recipient, per day'],
  newRecipient: [
    (hours: number) => `A um destinatário novo, nas primeiras ${hours} horas`,
    (hours: number) => `To a new recipient, in the first ${hours} hours`,
  ],
  perKey: ['Da mesma chave de acesso, por dia', 'By the same access key, per day'],
  raisedFrom: ['Limites maiores valem a partir de', 'Higher limits take effect from'],
  noLimit: ['Sem limite além do saldo', 'No limit but the balance'],
  usedOf: [
    (used: string, limit: string) => `${used} de ${limit}`,
    (used: string, limit: string) => `${used} of ${limit}`,
  ],
  approvals: ['Aprovações', 'Approvals'],
  approversNeeded: ['Para pagar uma empresa ou sacar', 'To pay a company or to withdraw'],
  approversOf: [
    (count: number) =>
      count === 1 ? '1 pessoa aprova, além do solicitante' : `${count} pessoas aprovam, além do solicitante`,
    (count: number) =>
      count === 1
        ? '1 person approves, in addition to the requester'
        : `${count} people approve, in addition to the requester`,
  ],
  operatorAbove: ['A operação do Trilho também aprova acima de', 'The operators of Trilho approve too above'],
  never: ['Nunca', 'Never'],
})
