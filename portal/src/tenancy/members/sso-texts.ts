import { bilingual } from '../../kit/texts.ts'

export const ssoTexts = bilingual({
  sso: ['Login único (SSO)', 'Single sign-on (SSO)'],
  ssoIntro: [
    'As pessoas entram com a conta da empresa, por um provedor de identidade com OpenID Connect.',
    'People sign in with their company account, by an identity provider with OpenID Connect.',
  ],
  none: ['Ainda não configurado.', 'Not set up yet.'],
  domains: ['Domínios de e-mail', 'E-mail domains'],
  noDomains: ['Nenhum. A operação da plataforma os define.', 'None. The operators of the platform set them.'],
  setDomains: ['Definir domínios', 'Set domains'],
  domainsHint: [
    'Um por linha. Confirme antes que pertencem à empresa: quem tem e-mail neles é levado ao provedor dela.',
    'One per line. First make sure that they belong to the company: people with such an e-mail are led to its provider.',
  ],
  recordOf: [(domain: string) => `Registro DNS de ${domain}`, (domain: string) => `DNS record of ${domain}`],
  recordFound: [
    'Encontrado: as pessoas são vinculadas pelo e-mail quando entram.',
    'Found: people are linked by their e-mail when they sign in.',
  ],
  recordMissing: [
    'Não encontrado. Até que exista, cada pessoa vincula a própria conta no perfil.',
    'Not found. Until it is there, people link their own account in their profile.',
  ],
  recordUnknown: ['Os servidores DNS não respondem.', 'The name servers do not respond.'],
  redirectUri: ['Endereço de retorno para o provedor', 'Redirect address for the provider'],
  issuer: ['Emissor (issuer)', 'Issuer'],
  issuerHint: ['Por exemplo, https://login.empresa.com.br', 'For example, https://login.company.com'],
  clientId: ['Client ID', 'Client ID'],
  clientSecret: ['Client secret', 'Client secret'],
  secretStays: ['Deixe vazio para manter o atual.', 'Leave empty to keep the current one.'],
  trusts: ['Confiar no segundo fator do provedor', 'Trust the second factor of the provider'],
  trustsHint: [
    'Sem isto, vale o que o provedor informa; se ele não informa, pedimos o segundo fator da própria pessoa.',
    'Otherwise what the provider reports counts; if it reports none, we ask for the person’s own second factor.',
  ],
  required: ['Exigir o login único', 'Require single sign-on'],
  requiredHint: [
    'Senhas e passkeys deixam de abrir esta conta. Você continua a entrar com a sua, para quando o provedor parar.',
    'Passwords and passkeys no longer open this account. You can still use yours, for when the provider is down.',
  ],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  configure: ['Configurar', 'Set up'],
  change: ['Alterar', 'Change'],
  remove: ['Remover', 'Remove'],
  removeTitle: ['Remover o login único?', 'Remove single sign-on?'],
  removeHint: [
    'As sessões que ele abriu terminam. As pessoas entram com senha ou passkey.',
    'The sessions it began end. People sign in with a password or a passkey.',
  ],
  saved: ['Login único salvo', 'Single sign-on saved'],
  removed: ['Login único removido', 'Single sign-on removed'],
  domainsSaved: ['Domínios salvos', 'Domains saved'],
})
