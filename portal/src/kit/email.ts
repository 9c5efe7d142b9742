/** Whether a text can be an e-mail address at all; only sending a mail shows whether anybody reads there. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim())
