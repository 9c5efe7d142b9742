import type { Translated } from '../../platform/http/languages.ts'

/** What must be corrected before a bank can be connected, and how. A field or a date may precede it. */
export const connectFaults = {
  dialect: ['este dialeto é desconhecido', 'this dialect is unknown'],
  address: [
    'não é um endereço como https://pix.banco.com.br/v2',
    'is not an address such as https://pix.bank.com.br/v2',
  ],
  notHttps: ['precisa começar com https://', 'must start with https://'],
  noCertificate: [
    'o banco pede um certificado de cliente: informe um',
    'the bank requires a client certificate: send "certificates"',
  ],
  oldCiphers: [
    'o arquivo PFX usa cifras antigas: converta com "openssl pkcs12 -legacy -in velho.p12 -nodes -out novo.pem" e informe certificado e chave em PEM',
    'the PFX file uses old ciphers: convert it with "openssl pkcs12 -legacy -in old.p12 -nodes -out new.pem" and send cert and key',
  ],
  passphrase: [
    'a senha do arquivo PFX está errada; a maioria dos bancos o emite com senha vazia',
    'the passphrase of the PFX file is wrong; most banks issue them with an empty one',
  ],
  noPfx: [
    'o arquivo não é PFX, ou foi alterado no caminho: copie em binário; PEM se informa como certificado e chave',
    'the file is not PFX, or was damaged: copy it in binary, and send PEM files as cert and key',
  ],
  noPem: [
    'certificado ou chave não é texto PEM: ele começa com -----BEGIN; um arquivo .p12 ou .pfx se informa como PFX',
    'cert or key is not PEM text, which starts with -----BEGIN: send a .p12 or .pfx file as pfx',
  ],
  mismatch: ['certificado e chave não são um do outro', 'cert and key do not belong together'],
  unusable: ['o certificado não pode ser usado', 'the certificate cannot be used'],
  ended: ['o certificado expirou: peça um novo ao banco', 'the certificate has expired: get a new one from the bank'],
  defaultThere: [
    'já há uma conexão padrão: conecte esta sem a marca de padrão',
    'a default connection already exists: add this one without "default"',
  ],
  nameTaken: ['já há uma conexão com este nome', 'a connection with this name already exists'],
  keyTaken: [
    'esta chave Pix já é de outra conexão: troque as credenciais daquela',
    'this Pix key already belongs to another connection: change the credentials of that one',
  ],
  refusedByBank: ['o banco recusa as novas credenciais', 'the bank refuses the new credentials'],
  otherAccount: [
    'as novas credenciais são de outra conta: conecte-a como outro banco',
    'the new credentials are of another account: connect it as another bank',
  ],
  sandbox: ['bancos de verdade são conectados em produção', 'real banks are connected in production'],
  callbackSecret: [
    'callbackSecret precisa ter de 16 a 100 letras, números, - ou _',
    'callbackSecret must have 16 to 100 letters, digits, - or _',
  ],
  noInitiations: [
    'este banco não inicia pagamentos por Open Finance: só efi',
    'this bank does not initiate Open Finance payments: only efi does',
  ],
  account: [
    'a conta que recebe precisa de agência (até 4 números), conta (só números, com o dígito), tipo CACC, SLRY, SVGS ou TRAN, nome e CPF ou CNPJ do titular',
    'the receiving account needs an agency (up to 4 digits), a number (digits only, with its check digit), a type CACC, SLRY, SVGS or TRAN, and the name and CPF or CNPJ of the holder',
  ],
  bodyForm: ['bodyForm é detalhes ou top', 'bodyForm is detalhes or top'],
  returnParameter: [
    'returnParameter precisa ser o nome de um parâmetro',
    'returnParameter must be the name of a parameter',
  ],
  notABank: ['o simulador não tem credenciais', 'the simulator has no credentials'],
  changed: [
    'outra pessoa mudou a conexão agora: tente de novo',
    'another person has just changed the connection: try again',
  ],
} as const satisfies Record<string, Translated>

/** What a bank is asked when it is tried. */
export const checkSubjects = {
  received: ['pagamentos recebidos', 'payments received'],
  charges: ['cobranças', 'charges'],
  callbacks: ['notificações', 'callbacks'],
  institutions: ['Open Finance: bancos dos pagadores', "Open Finance: payers' banks"],
  initiations: ['Open Finance: pagamentos', 'Open Finance: payments'],
  initiationAddresses: ['Open Finance: endereços', 'Open Finance: addresses'],
  simulator: ['simulador', 'simulator'],
} as const satisfies Record<string, Translated>

/** The result of testing a bank connection, and how to fix it. */
export const checkWords = {
  answers: ['o banco responde', 'the bank responds'],
  alwaysThere: ['sempre disponível', 'always available'],
  noScope: ['falta à aplicação o escopo para isto no banco', 'the application lacks the scope for this at the bank'],
  noAccess: [
    'client id ou secret está errado, ou é de outro ambiente',
    'client id or secret is wrong, or of another environment',
  ],
  unknownAddress: [
    'o endereço não existe: confira na documentação do banco',
    "the address does not exist: check the bank's documentation",
  ],
  nobodyListens: ['nenhum servidor responde neste endereço', 'no server listens at this address'],
  notTrusted: [
    'o certificado do próprio banco não é confiável aqui: informe a autoridade dele como CA',
    'the bank\'s own certificate is not trusted here: send its authority as "ca"',
  ],
  hangsUp: [
    'o banco encerra a conexão: o ambiente está errado, ou o certificado de cliente falta ou é de outro banco',
    'the bank closes the connection: the environment is wrong, or the client certificate is missing or from another bank',
  ],
  refusesCertificate: [
    'o banco recusa o certificado de cliente: confira se é deste ambiente e se não foi revogado',
    'the bank refuses the client certificate: check that it is for this environment and not revoked',
  ],
  noAnswer: [
    'sem resposta a tempo: confira o endereço e se esta máquina pode acessá-lo',
    'no response in time: check the address and that this machine can reach it',
  ],
} as const satisfies Record<string, Translated>
