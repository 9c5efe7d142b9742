import { bilingual } from '../../kit/texts.ts'

/** What mails are sent for, and why one did not go. */
export const mailTexts = bilingual({
  pt: {
    invitation: 'Convite',
    access: 'Acesso dado',
    owner: 'Mais um proprietário',
    password: 'Nova senha',
    file: 'Arquivo',
    notice: 'Aviso',
    refused: (code: string) => `recusado pelo servidor de e-mail (${code})`,
    notReached: (code: string) => `o servidor de e-mail não o aceitou a tempo (${code})`,
    times: (count: number) => `${count} vezes`,
    seePeople: 'Ver todas as pessoas',
  },
  en: {
    invitation: 'Invitation',
    access: 'Access given',
    owner: 'Another owner',
    password: 'New password',
    file: 'File',
    notice: 'Notice',
    refused: (code: string) => `refused by the mail server (${code})`,
    notReached: (code: string) => `the mail server did not take it in time (${code})`,
    times: (count: number) => `${count} times`,
    seePeople: 'See all people',
  },
})
