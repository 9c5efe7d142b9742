import type { Translated } from '../../platform/http/languages.ts'
import type { CallKind } from './bacen-pix/call-kinds.ts'

/** What must be corrected before a bank can be connected, and how. A field or a date may precede it. */
export const connectFaults = {
  dialect: ['este dialeto é desconhecido', 'this dialect is unknown'],
  address: [
    'não é um endereço como https://pix.banco.com.br/v2',
    'is not an address such as https://pix.bank.com.br/v2',
  ],
  notHttps: ['precisa começar com https://', 'must start with https://'],
  needed: ['falta: este banco precisa dele', 'is missing: this bank needs it'],
  tokenStyle: ['tokenStyle é form, basicForm, basicJson ou query', 'tokenStyle is form, basicForm, basicJson or query'],
  paths: [
    'paths tem createCharge, charge, pix ou webhook, cada um um caminho como /cob',
    'paths may have createCharge, charge, pix and webhook, each a path such as /cob',
  ],
  templates: [
    'headers e query são nomes com textos, ou com {clientId}, {applicationKey}, {accountNumber} ou {uuid}',
    'headers and query are names with texts, or with {clientId}, {applicationKey}, {accountNumber} or {uuid}',
  ],
  limits: [
    'limits tem um tipo de chamada com perMinute, um número inteiro de 2 ou mais, e talvez atOnce, menor que ele',
    'limits has kinds of calls with perMinute, a whole number of at least 2, and perhaps atOnce, which is smaller',
  ],
  scopes: ['scopes são nomes separados por espaço', 'scopes are names separated by spaces'],
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
  authority: [
    'a autoridade do banco não é um certificado em PEM, que começa com -----BEGIN CERTIFICATE',
    'ca is not a certificate in PEM, which starts with -----BEGIN CERTIFICATE',
  ],
  mismatch: ['certificado e chave não são um do outro', 'cert and key do not belong together'],
  unusable: ['o certificado não pode ser usado', 'the certificate cannot be used'],
  ended: ['o certificado expirou: peça um novo ao banco', 'the certificate has expired: get a new one from the bank'],
  defaultThere: [
    'já há uma conexão padrão: conecte esta sem a marca de padrão',
    'a default connection already exists: add this one without "default"',
  ],
  ordersUnderWay: [
    'há pagamentos em andamento que precisam disto: escolha outro banco para os próximos, e remova-o quando estes terminarem',
    'payments in progress need it: choose another bank for the next ones, and remove it when these are finished',
  ],
  boletosOpen: [
    'há boletos em aberto que precisam disto: escolha outro banco para os próximos, e remova-o quando estes terminarem',
    'open boletos need it: choose another bank for the next ones, and remove it when these are finished',
  ],
  name: ['o nome tem de 1 a 60 caracteres', 'the name has 1 to 60 characters'],
  ispb: ['ispb tem 8 números ou letras maiúsculas', 'ispb has 8 digits or capital letters'],
  noPreset: [
    'não pode ser null: nada se sabe deste banco pelo nome',
    'cannot be null: nothing is known of this bank by its name',
  ],
  nameTaken: ['já há uma conexão com este nome', 'a connection with this name already exists'],
  pixKey: [
    'a chave Pix não é um e-mail, um CPF ou CNPJ, um telefone com +55 ou uma chave aleatória',
    'the Pix key is no e-mail, CPF or CNPJ, phone with +55, or random key',
  ],
  keyTaken: [
    'esta chave Pix já é de outra conexão: troque as credenciais daquela',
    'this Pix key already belongs to another connection: change the credentials of that one',
  ],
  refusedByBank: ['o banco recusa a mudança: nada mudou', 'the bank refuses the change: nothing has changed'],
  otherAccount: [
    'as novas credenciais ou endereços são de outra conta: conecte-a como outro banco',
    'the new credentials or addresses are of another account: connect it as another bank',
  ],
  accountNotCompared: [
    'nenhum pagamento mostra que as novas credenciais ou ajustes são da mesma conta: confira no banco, e confirme a mesma conta (sameAccountConfirmed)',
    'no payment shows that the new credentials or settings are of the same account: check with the bank, and confirm the same account (sameAccountConfirmed)',
  ],
  isDefault: [
    'o banco padrão não pode ser removido: torne outro o padrão antes',
    'the default bank cannot be removed: make another one the default first',
  ],
  notPaused: [
    'pause a conexão antes, e remova-a um minuto depois',
    'pause the connection first, and remove it a minute later',
  ],
  inUse: [
    'a conexão é usada, e seus pagamentos se referem a ela: mantenha-a pausada',
    'the connection is in use, and its payments refer to it: keep it paused instead',
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
    'a conta que recebe precisa de agência (até 4 números), conta (3 números ou mais, com o dígito), tipo CACC, SVGS ou TRAN, nome (5 letras ou mais) e CPF ou CNPJ do titular',
    'the receiving account needs an agency (up to 4 digits), a number (3 digits or more, with its check digit), a type CACC, SVGS or TRAN, and the name (5 letters or more) and CPF or CNPJ of the holder',
  ],
  clientNumber: ['clientNumber tem só números', 'clientNumber has digits only'],
  bodyForm: ['bodyForm é pagamento, detalhes ou top', 'bodyForm is pagamento, detalhes or top'],
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
  token: ['acesso', 'access'],
  received: ['pagamentos recebidos', 'payments received'],
  charges: ['cobranças', 'charges'],
  newCharges: ['novas cobranças', 'new charges'],
  dueCharges: ['cobranças com vencimento', 'charges with a due date'],
  newDueCharges: ['novas cobranças com vencimento', 'new charges with a due date'],
  boletos: ['boletos', 'boletos'],
  scopes: ['escopos', 'scopes'],
  callbacks: ['notificações', 'callbacks'],
  payouts: ['envio de dinheiro', 'payouts'],
  institutions: ['Open Finance: bancos dos pagadores', "Open Finance: payers' banks"],
  initiations: ['Open Finance: pagamentos', 'Open Finance: payments'],
  initiationAddresses: ['Open Finance: endereços', 'Open Finance: addresses'],
  simulator: ['simulador', 'simulator'],
} as const satisfies Record<string, Translated>

/** The result of testing a bank connection, and how to fix it. */
export const checkWords = {
  answers: ['o banco responde', 'the bank responds'],
  alwaysThere: ['sempre disponível', 'always available'],
  refusesEmpty: [
    'o banco recusa uma cobrança vazia, como deve: é aqui que cobranças são criadas',
    'the bank refuses an empty charge, as it should: this is where charges are created',
  ],
  noBills: [
    'o banco não concede cobv.read e cobv.write: peça os dois ao banco para emitir cobranças com vencimento',
    'the bank does not grant cobv.read and cobv.write: ask the bank for both to create bills',
  ],
  noBoletos: [
    'o banco não concede os escopos de boletos: peça-os ao banco para emitir boletos',
    'the bank does not grant the scopes of boletos: ask the bank for them to register boletos',
  ],
  wrongContract: [
    'o banco não conhece o contrato de cobrança: confira o número do cliente com o banco',
    'the bank does not know the billing contract: check the client number with the bank',
  ],
  failsAtEmpty: [
    'o banco falha com uma cobrança vazia em vez de recusá-la: crie uma cobrança pequena para conferir',
    'the bank fails at an empty charge instead of refusing it: create a small charge to make sure',
  ],
  noCallbackYet: [
    'o banco responde, e nenhum endereço de notificações está cadastrado ainda: o worker o cadastra',
    'the bank responds, and no callback URL is registered yet: the worker registers it',
  ],
  receivesOnly: [
    'nenhum: esta conexão só recebe; informe o endereço de envio para também enviar',
    'none: this connection only receives; set "payoutUrl" to send money too',
  ],
  noScope: [
    'falta à aplicação o escopo para isto: conceda-o no portal do banco',
    "the application lacks the scope for this: grant it in the bank's portal",
  ],
  scopeRefused: [
    'o banco não concede um escopo pedido: conceda-o à aplicação no portal do banco, ou tire-o dos escopos da conexão',
    "the bank does not grant a scope that is requested: grant it to the application in the bank's portal, or remove it from the connection's scopes",
  ],
  noAccess: [
    'client id ou secret está errado, ou é de outro ambiente',
    'client id or secret is wrong, or of another environment',
  ],
  tokenRefused: [
    'o banco recusa o pedido de token: confira o endereço, a forma do token e os escopos',
    'the bank refuses the token request: check the address, the token style and the scopes',
  ],
  wrongPath: [
    'este endereço não existe no banco: confira host e caminho na documentação dele',
    'the bank has nothing at this address: check host and path in its documentation',
  ],
  moved: [
    'o endereço redireciona a outro: informe o endereço final',
    'the address redirects to another: use the final one',
  ],
  notTheApi: [
    'a resposta não é da API Pix: confira o endereço',
    'the response is not of the Pix API: check the address',
  ],
  refusesQuestion: [
    'o banco recusa a consulta: confira a chave Pix, os cabeçalhos e os parâmetros com a documentação dele',
    'the bank refuses the query: check the Pix key, headers and parameters with its documentation',
  ],
  tooMany: [
    'o banco limita as chamadas: tente de novo em um minuto',
    'the bank limits the calls: try again in a minute',
  ],
  bankFault: ['o banco falha por si: tente de novo mais tarde', 'the bank has a fault of its own: try again later'],
  circuitOpen: [
    'o banco não respondeu às últimas chamadas e é poupado por até 30 segundos: tente de novo',
    'the bank did not respond to the last calls and is spared for up to 30 seconds: try again',
  ],
  unknownAddress: [
    'o host não existe: confira na documentação do banco',
    "the host does not exist: check the bank's documentation",
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

/** The kinds of calls to a bank. */
export const callKindWords: Record<CallKind, Translated> = {
  token: ['tokens de acesso', 'access tokens'],
  charges: ['novas cobranças', 'new charges'],
  chargeReads: ['consultas de cobranças', 'questions about charges'],
  chargeCancels: ['cancelamentos de cobranças', 'cancelled charges'],
  boletos: ['boletos', 'boletos'],
  boletoReads: ['consultas de boletos', 'questions about boletos'],
  payments: ['pagamentos recebidos', 'received payments'],
  payouts: ['envios', 'payouts'],
  payoutReads: ['consultas de envios', 'questions about payouts'],
  refunds: ['devoluções', 'refunds'],
  refundReads: ['consultas de devoluções', 'questions about refunds'],
  keys: ['consultas de chaves', 'key look-ups'],
  callbacks: ['endereços de retorno', 'callback URLs'],
  statements: ['extratos', 'statements'],
  disputes: ['contestações', 'disputes'],
  initiations: ['Open Finance', 'Open Finance'],
  initiationReads: ['consultas de Open Finance', 'questions about Open Finance'],
  checks: ['testes da conexão', 'connection tests'],
}
