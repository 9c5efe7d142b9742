import { InvalidRequest } from '../../platform/http/errors.ts'
import { commonPasswords } from './common-passwords.ts'

export const shortestPassword = 12
export const longestPassword = 200

/**
 * Long, not the e-mail, and not among the first that anybody would try. Nothing about capitals or digits: such rules
 * make passwords worse. The length is checked by the schema.
 */
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
