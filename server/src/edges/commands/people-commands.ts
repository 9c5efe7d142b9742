import { uuidv7 } from '../../platform/lib/uuid.ts'
import { findPerson, readPersonByEmail } from '../../tenancy/people/find-person.ts'
import { sendTokenUrl } from '../../tenancy/people/token-urls/make-token-url.ts'
import { inviteOperator } from '../../tenancy/people/operators/invite-operator.ts'
import { resetSecondFactor } from '../../tenancy/people/operators/people.ts'
import { operatorRoles } from '../../tenancy/people/permissions.ts'
import { commandAudit } from './command-audit.ts'
import type { CommandNeeds } from './command-needs.ts'

export const peopleUsage = `Usage, with the settings of the server:
  npm run operator -- create you@example.com ["Your Name"]     makes an operator with all roles and prints the link to set a password
  npm run operator -- link you@example.com                     prints a new link to set a password, for anybody
  npm run operator -- reset-second-factor you@example.com      for somebody who lost phone and recovery codes
`

type Command = (needs: CommandNeeds, email: string, name: string | undefined) => Promise<string>

const linkText = (link: string) => `Set a password with this link. It works once:\n${link}\n`

export const peopleCommands = {
  async create(needs: CommandNeeds, email: string, name: string = email.split('@')[0] ?? email) {
    const id = (await findPerson(needs, email))?.id ?? uuidv7(needs.clock().getTime())
    const details = { email, name, roles: operatorRoles }
    const audit = commandAudit(needs, { act: 'person.create', subject: id, details })
    const by = { name: 'Trilho', language: 'pt', address: audit.by.address } as const
    const { link } = await inviteOperator(needs, { id, email, name, roles: operatorRoles, by, audit })
    return `${email} is an operator now.\n${link === null ? 'Sign in with the password as before.\n' : linkText(link)}`
  },

  async link(needs: CommandNeeds, email: string) {
    const person = await readPersonByEmail(needs, email)
    const audit = commandAudit(needs, { act: 'person.sendLink', subject: person.id })
    return linkText(await sendTokenUrl(needs, person, audit))
  },

  async 'reset-second-factor'(needs: CommandNeeds, email: string) {
    const { id: personId } = await readPersonByEmail(needs, email)
    const audit = commandAudit(needs, { act: 'person.resetSecondFactor', subject: personId })
    await resetSecondFactor(needs, { personId, byId: null, audit })
    return `${email} signs in with the password alone and sets up one-time codes anew.\n`
  },
} satisfies Record<string, Command>
