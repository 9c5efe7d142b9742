import { InvalidRequest } from '../../platform/http/errors.ts'
import { hash, verify } from '@node-rs/argon2'
import { atMost } from '../../platform/http/at-most.ts'
import { passwordHashes } from '../../platform/lib/metrics.ts'

export const shortestPassword = 12
export const longestPassword = 200

/** Refuses the e-mail and common passwords. Rules about capitals or digits would make passwords worse. */
export function refuseWeakPassword(password: string, email: string, path: string): void {
  const plain = password.toLowerCase()
  const [mailbox = ''] = email.split('@')
  if (plain === email || isRepeated(plain, mailbox))
    throw weak(path, 'passwordIsEmail', 'must not be your e-mail address')
  if (commonPasswords.some(common => isRepeated(plain, common)) || isRepeated(plain, plain.slice(0, 3)))
    throw weak(path, 'passwordIsCommon', 'must not be one of the most common passwords')
}

/** `123456123456` is as easily guessed as `123456`. */
const isRepeated = (text: string, part: string): boolean =>
  part !== '' && part.repeat(Math.ceil(text.length / part.length)).slice(0, text.length) === text

const weak = (path: string, code: string, message: string) => new InvalidRequest([{ path, code, message, info: {} }])

/** The roots of published lists of common passwords, with Brazilian ones. Repetitions of them are refused, too. */
const commonPasswords: readonly string[] = `
  1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 12345678910 123456789012 1234567890123
  0123456789 012345678910 987654321 9876543210 0987654321 987654321987 102030 102030405060 10203040506070 112233
  112233445566 123123 123321 123654 123654789 147258369 159753 101010 121212 131313 123qwe 123abc 1q2w3e 1q2w3e4r
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv q1w2e3r4t5y6 qazwsx qazwsxedc qazwsxedcrfv zaq12wsx
  qwe qwer qwerty qwerty123 qwerty12345 qwerty123456 qwertyuiop qwertyuiop123 qwertyuiopasdfghjkl asdf asdfgh asdfghjkl
  asdfghjkl123 zxcvbnm zxcvbnm123 abc abcd abc123 abcdef abcdefg abcdefgh abcdefghijkl abcdefghijklm abc123456789
  abcd1234 abcdef123456 a1b2c3d4 a1b2c3d4e5f6 aa123456789 password password1 password12 password123 password1234
  password12345 password123456 passw0rd p@ssw0rd p@ssword p@ssw0rd1234 passwordpassword mypassword123 newpassword123
  changeme changeme123 changeme1234 changemenow1 letmein letmein12345 letmeinplease welcome welcome1 welcome123
  welcome12345 welcometo123 administrator admin admin123 admin123456 admin1234567 admin12345678 adminadmin123 root
  rootroot toor guest default system test test123 test1234 testtest1234 testing12345 secret secret123456 trustno1
  superman superman1234 batman princess dragon monkey shadow master sunshine football football123 baseball
  baseball1234 iloveyou iloveyou1234 iloveyou12345 whatever starwars starwars1234 michael jordan computer
  computer1234 internet internet1234 samsung samsung12345 google google123456 facebook facebook1234 linkedin
  senha senha1 senha12 senha123 senha1234 senha12345 senha123456 senha1234567 senha12345678 minhasenha minhasenha1
  minhasenha12 minhasenha123 minhasenha1234 senhasenha123 suasenha1234 novasenha123 novasenha1234 trocarsenha1
  mudar123 mudar12345 mudar1234567 mudarsenha123 acesso acesso123 acesso123456 brasil brasil123 brasil12345 brasil123456
  brasilbrasil1 saopaulo saopaulo123 saopaulo1234 riodejaneiro riodejaneiro1 flamengo flamengo123 flamengo1234
  flamengo1981 flamengo2019 corinthians corinthians1 corinthians12 corinthians123 corinthians1910 palmeiras palmeiras1
  palmeiras12 palmeiras123 palmeiras1914 santosfc santosfc1912 vascodagama vascodagama1 vascodagama123 cruzeiro
  cruzeiro123 cruzeiro1921 gremio gremio1903 internacional internacional1 botafogo botafogo123 fluminense fluminense1
  fluminense12 atletico atletico1234 atleticomineiro jesuscristo jesuscristo1 jesuscristo123 jesusteama jesusteama1
  jesusteamo jesus jesus123 jesus123456 jesusmeamado deusefiel deusefiel1 deusefiel12 deusefiel123 deusehfiel123
  deuseamor deuseamor123 deus123 deusnocomando gloriaadeus deusemaior123 familia familia123 familia12345 familia123456
  minhafamilia minhafamilia1 euteamo euteamo123 euteamo1234 euteamo12345 euteamomuito teamo teamo123
  meuamor meuamor123 meuamor12345 amoreterno amorzinho123 felicidade felicidade1 felicidade12 gabriel gabriel12345
  gabriela gabriela1234 mariaeduarda mariaeduarda1 mariaclara123 anacarolina1 joaopedro123 pedrohenrique
  pedrohenrique1 guilherme guilherme123 fernando1234 rodrigo12345 carlos123456 daniel123456 rafael123456 lucas1234567
  mateus123456 empresa empresa123 empresa12345 empresa123456 financeiro financeiro1 financeiro12 financeiro123
  pagamento pagamentos pagamento123 pagamentos123 dinheiro dinheiro123 dinheiro1234 padaria padaria12345 loja
  loja12345678 trilho trilho123 trilho123456 trilhotrilho1 trilhodemo123 portal portal123456 banco banco1234567
`
  .trim()
  .split(/\s+/)

/** Argon2id, the package's default, with the parameters that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB: many sign-ins at once are queued. */
const inTurn = atMost({ atOnce: 2, waiting: 100 })

/** A valid hash with the usual cost that no password has. */
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${'bm9ib2R5'.repeat(2)}$${'A'.repeat(43)}`

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => {
    passwordHashes.inc()
    return hash(password, cost)
  })

/** Unknown people and people without a password take the same time, so that it reveals nothing. */
export const isPassword = (password: string, passwordHash: string | null): Promise<boolean> =>
  inTurn(() => {
    passwordHashes.inc()
    return verify(passwordHash ?? nobodysHash, password)
  })
