import type { Translated } from '../../../platform/http/languages.ts'
import { wording } from '../kit/texts.ts'

const texts = {
  title: ['Pagamentos para lojistas', 'Payments for merchants'],
  intro: [
    'Receba por Pix e OpenFinance, pague pessoas e empresas e acompanhe cada centavo.',
    'Accept payments by Pix and OpenFinance, pay people and companies, and see every centavo.',
  ],
  testing: ['Ambiente de testes: o dinheiro não é real.', 'Sandbox: no money is real.'],
  places: ['Por onde começar', 'Where to go'],
  portal: ['Portal', 'Portal'],
  portalText: [
    'Pagamentos, aprovações, extratos, chaves de acesso e webhooks.',
    'Payments, approvals, statements, access keys and webhooks.',
  ],
  logins: [
    'Três logins de teste (operador, dono e aprovador) estão em',
    'Three demo logins (an operator, an owner, an approver) are in',
  ],
  guides: ['Guias', 'Guides'],
  guidesText: [
    'Do primeiro pagamento até a produção, passo a passo.',
    'From the first payment to production, step by step.',
  ],
  reference: ['Referência da API', 'API reference'],
  referenceText: [
    'Cada chamada, resposta, evento e erro, com exemplos.',
    'Every call, response, event and error, with examples.',
  ],
  tryFirst: ['Faça um teste', 'Try it out'],
  tryText: [
    'Crie um Pix de R$ 10,50. Cole isto em um terminal da máquina do servidor:',
    "Create a Pix charge of R$ 10.50. Paste this into a terminal on the server's machine:",
  ],
  tryNext: [
    'A resposta traz qrCodeLocation: abra esse endereço no navegador para ver o QR Code. A cobrança já está no portal, onde você pode simular o pagamento.',
    'The response has qrCodeLocation: open that address in a browser to see the QR code. The charge is already in the portal, where you can simulate the payment.',
  ],
} as const satisfies Record<string, Translated>

export const wordsIn = wording(texts)
