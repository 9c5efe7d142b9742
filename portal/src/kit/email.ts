/** Whether a text can be an e-mail address at all; whether anybody reads there, only a mail tells. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim())
