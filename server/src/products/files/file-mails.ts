import { type Language, type Translated, inLanguage } from '../../platform/http/languages.ts'
import type { Mail } from '../../platform/lib/mail.ts'
import { type Addressee, type MailWords, mailFrom } from '../../platform/mails/compose-mail.ts'
import type { Fault, File } from './states.ts'
import { kindWords } from './words.ts'

const words = {
  ready: {
    kind: 'file',
    subject: ['{kind} de {place}: seu arquivo está pronto', '{kind} of {place}: your file is ready'],
    body: [
      'O arquivo ({kind}, {period}) está pronto. Baixe em até 7 dias:',
      'The file ({kind}, {period}) is ready. Download it within 7 days:',
    ],
    end: [
      'Quem tiver este endereço pode baixar o arquivo: não o encaminhe a quem não deve vê-lo.',
      'Anyone with this address can download the file: do not forward it to people who should not see it.',
    ],
  },
  failed: {
    kind: 'file',
    subject: ['{kind} de {place}: o arquivo não pôde ser feito', '{kind} of {place}: the file could not be made'],
    body: [
      'O arquivo ({kind}, {period}) não pôde ser feito: {why}. Seus arquivos e agendamentos:',
      'The file ({kind}, {period}) could not be made: {why}. Your files and schedules:',
    ],
    end: ['Você pode solicitar o mesmo arquivo de novo.', 'You can request the same file again.'],
  },
} as const satisfies Record<string, MailWords>

const faultWords = {
  NotWritten: ['houve um problema do nosso lado', 'there was a problem on our side'],
  TooManyRows: ['o período tem linhas demais', 'the period has too many rows'],
  BucketRefused: ['o bucket não aceitou o arquivo', 'the bucket did not take the file'],
} as const satisfies Record<Fault, Translated>

type FileMail = { file: File; place: string; link: string }

export const fileReadyMail = (to: Addressee, { file, place, link }: FileMail): Mail =>
  mailFrom(to, words.ready, valuesOf(to, file, place), link)

export const fileFailedMail = (to: Addressee, { file, place, link, fault }: FileMail & { fault: Fault }): Mail =>
  mailFrom(to, words.failed, { ...valuesOf(to, file, place), why: inLanguage(faultWords[fault], to.language) }, link)

const valuesOf = ({ language }: Addressee, { kind, fromDay, toDay }: File, place: string) => ({
  place,
  kind: inLanguage(kindWords[kind], language),
  period: `${spelled(fromDay, language)} – ${spelled(toDay, language)}`,
})

const spelled = (day: string, language: Language): string =>
  language === 'pt' ? day.split('-').toReversed().join('/') : day
