import type { Translated } from '../../platform/http/languages.ts'

/** What must be mended before a bank can be connected, and how. A field or a date may stand before it. */
export const connectFaults = {
  dialect: ['este dialeto não é conhecido', 'this dialect is not known'],
  address: [
    'não é um endereço como https://pix.banco.com.br/v2',
    'is not an address such as https://pix.bank.com.br/v2',
  ],
  notHttps: ['precisa começar com https://', 'must start with https://'],
  noCertificate: [
    'o banco pede um certificado de cliente: informe um',
    'a bank asks for a client certificate: give "certificates"',
  ],
  oldCiphers: [
    'o arquivo PFX usa cifras antigas: converta com "openssl pkcs12 -legacy -in velho.p12 -nodes -out novo.pem" e informe certificado e chave em PEM',
    'the PFX file uses old ciphers: convert it with "openssl pkcs12 -legacy -in old.p12 -nodes -out new.pem" and give cert and key',
  ],
  passphrase: [
    'a senha do arquivo PFX está errada; a maioria dos bancos o emite com senha vazia',
    'the passphrase of the PFX file is wrong; most banks issue them with an empty one',
  ],
  noPfx: [
    'o arquivo não é PFX, ou foi alterado no caminho: copie em binário; PEM se informa como certificado e chave',
    'the PFX file is none, or was altered on the way: copy it in binary, and give PEM files as cert and key',
  ],
  noPem: [
    'certificado ou chave não é texto PEM: ele começa com -----BEGIN; um arquivo .p12 ou .pfx se informa como PFX',
    'cert or key is no PEM text: it starts with -----BEGIN; a .p12 or .pfx file is given as pfx',
  ],
  mismatch: ['certificado e chave não são um do outro', 'cert and key do not belong together'],
  unusable: ['o certificado não pode ser usado', 'the certificate cannot be used'],
  ended: ['o certificado acabou: peça um novo ao banco', 'the certificate has ended: get a new one from the bank'],
  defaultThere: [
    'já há uma conexão padrão: conecte esta sem a marca de padrão',
    'there is a default connection already: add this one without "default"',
  ],
  nameTaken: ['já há uma conexão com este nome', 'there is a connection of this name already'],
  sandbox: ['bancos de verdade são conectados em produção', 'real banks are connected in production'],
  callbackSecret: [
    'callbackSecret precisa ter de 16 a 100 letras, números, - ou _',
    'callbackSecret must have 16 to 100 letters, digits, - or _',
  ],
  noInitiations: [
    'este banco não inicia pagamentos por Open Finance: só efi',
    'this bank initiates no payments by Open Finance: only efi does',
  ],
  account: [
    'a conta que recebe precisa de agência (até 4 números), conta (só números, com o dígito), tipo CACC, SLRY, SVGS ou TRAN, nome e CPF ou CNPJ do titular',
    'the account that is credited needs an agency (up to 4 digits), a number (digits only, with its check digit), a type CACC, SLRY, SVGS or TRAN, and the name and CPF or CNPJ of its holder',
  ],
  bodyForm: ['bodyForm é detalhes ou top', 'bodyForm is detalhes or top'],
  returnParameter: [
    'returnParameter precisa ser o nome de um parâmetro',
    'returnParameter must be the name of a parameter',
  ],
  notABank: ['o simulador não tem certificado', 'the simulator has no certificate'],
  changed: ['outra pessoa mudou a conexão agora: tente de novo', 'somebody changed the connection just now: try again'],
} as const satisfies Record<string, Translated>

/** What a bank is asked when it is tried. */
export const checkSubjects = {
  received: ['pagamentos recebidos', 'payments received'],
  charges: ['cobranças', 'charges'],
  callbacks: ['avisos', 'callbacks'],
  institutions: ['Open Finance: bancos dos pagadores', "Open Finance: payers' banks"],
  initiations: ['Open Finance: pagamentos', 'Open Finance: payments'],
  initiationAddresses: ['Open Finance: endereços', 'Open Finance: addresses'],
  simulator: ['simulador', 'simulator'],
} as const satisfies Record<string, Translated>

/** What comes of trying a bank, and how to mend it. */
export const checkWords = {
  answers: ['o banco responde', 'the bank answers'],
  alwaysThere: ['sempre presente', 'always there'],
  noScope: ['falta à aplicação o escopo para isto no banco', 'the application lacks the scope for this at the bank'],
  noAccess: [
    'client id ou secret está errado, ou é de outro ambiente',
    'client id or secret is wrong, or of another environment',
  ],
  unknownAddress: [
    'o endereço não existe: confira na documentação do banco',
    "the address is unknown: look it up in the bank's documentation",
  ],
  nobodyListens: ['ninguém atende neste endereço', 'nobody listens at the address'],
  notTrusted: [
    'o certificado do próprio banco não é confiável aqui: informe a autoridade dele como CA',
    'the bank\'s own certificate is not trusted here: give its authority as "ca"',
  ],
  hangsUp: [
    'o banco desliga: ambiente errado, ou certificado de cliente que falta ou não é dele',
    'the bank hangs up: a wrong environment, or a client certificate that is missing or not its own',
  ],
  refusesCertificate: [
    'o banco recusa o certificado de cliente: é deste ambiente, e não foi revogado?',
    'the bank refuses the client certificate: is it of this environment, and not revoked?',
  ],
  noAnswer: [
    'sem resposta a tempo: o endereço está certo, e esta máquina pode alcançá-lo?',
    'no answer in time: is the address right, and may this machine reach it?',
  ],
} as const satisfies Record<string, Translated>
