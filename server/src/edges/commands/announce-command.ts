import { type MailWords, mailFrom } from '../../platform/mails/compose-mail.ts'
import { listAddressees } from '../../tenancy/people/find-person.ts'
import type { CommandNeeds } from './command-needs.ts'

const words: MailWords = {
  kind: 'notice',
  subject: ['Comando executado no servidor: {command}', 'A command was run on the server: {command}'],
  body: [
    'Alguém com acesso ao servidor executou “npm run operator -- {command}”. Um comando não pede a aprovação de outra pessoa; o registro de auditoria diz o que mudou:',
    'Somebody with access to the server ran “npm run operator -- {command}”. A command needs no approval of another person; the audit log says what changed:',
  ],
  end: ['Se não sabe quem foi, avise a sua equipe agora.', 'If you do not know who it was, alert your team now.'],
}

/** Who may run commands acts alone, so the operators are notified by mail before the command does anything. */
export async function announceCommand(needs: CommandNeeds, command: string): Promise<void> {
  const operators = await listAddressees(needs.sql, { merchantId: null, permission: 'platform.read' })
  const link = `${needs.publicUrl()}/portal/operator/audit-log`
  const accepted = operators.filter(({ hasPassword }) => hasPassword)
  await Promise.all(accepted.map(to => needs.mailer.post(mailFrom(to, words, { command }, link))))
}
