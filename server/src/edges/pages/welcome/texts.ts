import { type Language, type Translated, inLanguage } from '../../../platform/http/languages.ts'

const texts = {
  title: ['Pagamentos para empresas', 'Payments for merchants'],
  intro: [
    'Receba por Pix e OpenFinance, pague pessoas e empresas e acompanhe cada centavo.',
    'Take payments by Pix and OpenFinance, pay people and companies, and see every centavo.',
  ],
  otherLanguage: ['English', 'Português'],
  testing: ['Ambiente de testes: nenhum dinheiro é de verdade.', 'A sandbox: no money is real.'],
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
    'Every call, answer, event and error, with examples.',
  ],
  tryFirst: ['Experimente primeiro', 'What to try first'],
  tryText: [
    'Crie um Pix de R$ 10,50. Cole isto em um terminal da máquina do servidor:',
    "Create a Pix charge of R$ 10.50. Paste this into a terminal on the server's machine:",
  ],
  tryNext: [
    'A resposta traz qrCodeLocation: abra esse endereço no navegador e veja o QR Code. O pagamento já está no portal, onde você pode simular que foi pago.',
    'The answer has qrCodeLocation: open that address in a browser to see the QR code. The payment is in the portal already, where you can simulate that it is paid.',
  ],
} as const satisfies Record<string, Translated>

export const say = (text: keyof typeof texts, language: Language): string => inLanguage(texts[text], language)
