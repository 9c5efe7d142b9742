import type { FailureReason } from './api.ts'

export type FailureTable = Partial<Record<FailureReason, { pt: string; en?: string }>>

/** Refusals of passkeys and single sign-on, as in `failure-words.ts`. */
export const signInFailureWords: FailureTable = {
  SsoRefused: { pt: 'O provedor de identidade não confirmou quem você é, ou a tentativa expirou. Tente de novo.' },
  SsoNotLinked: {
    pt: 'O provedor conhece você, mas nenhuma conta daqui está vinculada. Se tem uma, entre com senha ou passkey e vincule-a no perfil; se não, fale com quem administra a conta.',
    en: 'The provider knows you, but no account here is linked to it. If you have one, sign in with your password or passkey and link it in your profile; otherwise contact your administrator.',
  },
  SsoNotFound: {
    pt: 'Não há login único para este e-mail. Entre com senha ou passkey.',
    en: 'There is no single sign-on for this e-mail. Sign in with a password or a passkey.',
  },
  SsoRequired: { pt: 'Aqui o login único é obrigatório. Entre com ele.' },
  SsoUnavailable: {
    pt: 'O provedor de identidade não responde como deveria. Confira o endereço ou tente mais tarde.',
    en: 'The identity provider does not respond as it should. Check the address or try later.',
  },
  SsoAddressNotAllowed: { pt: 'O endereço do provedor não é permitido. Use um endereço https público.' },
  SsoNotTried: { pt: 'Só é possível exigir o login único depois que alguém entrou com ele.' },
  SsoDomainTaken: { pt: 'Este domínio já é de outro lojista.' },
  BreakGlassNotPossible: {
    pt: 'Para exigir o login único, você precisa ser proprietário (na plataforma, administrador) com senha e segundo fator.',
    en: 'To require single sign-on you must be an owner (on the platform an administrator) with a password and a second factor.',
  },
  BreakGlassNeeded: {
    pt: 'O login único é obrigatório, e é esta pessoa quem entra quando o provedor não responde. Indique outra antes, ou deixe de exigi-lo.',
  },
  OwnSignInRequired: {
    pt: 'Você também faz parte de outros lojistas. Entre com sua senha ou passkey para mudar isto.',
  },
  PasskeyRefused: {
    pt: 'A passkey não é conhecida aqui, ou a resposta dela não vale mais. Tente de novo.',
    en: 'The passkey is not known here, or its answer is no longer valid. Try again.',
  },
  PasskeyNotUsed: {
    pt: 'Nenhuma passkey foi usada. Tente de novo ou escolha outra forma.',
    en: 'No passkey was used. Try again or choose another way.',
  },
  PasskeyNotFound: { pt: 'Esta passkey já foi removida.', en: 'This passkey was removed already.' },
}
