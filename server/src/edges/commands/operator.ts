import { type Config, readConfig } from '../../config.ts'
import { announceCommand } from './announce-command.ts'
import { bankCommands, bankUsage, exitCodeOf, textOf } from './bank-commands.ts'
import { type CommandNeeds, runCommand, withCommandNeeds } from './command-needs.ts'
import { peopleCommands, peopleUsage } from './people-commands.ts'
import { secretCommands, secretUsage } from './secret-commands.ts'

type PeopleCommand = (needs: CommandNeeds, email: string, name: string | undefined) => Promise<string>

const changesNothing = /^bank (list|check)\b/

/** `npm run operator`: for the first operator, and for when nobody can help from inside the portal. */
async function run(config: Config, [name = '', email = '', fullName = '', last = '']: string[]): Promise<number> {
  const command = (peopleCommands as Record<string, PeopleCommand>)[name]
  const bankCommand = name === 'bank' ? bankCommands[email] : undefined
  const secretCommand = name === 'secret' ? secretCommands[email] : undefined
  const other = bankCommand ?? secretCommand
  if (other === undefined && (command === undefined || !/^[^@\s]+@[^@\s]+$/.test(email))) {
    process.stderr.write(peopleUsage + bankUsage + secretUsage)
    return 2
  }
  return withCommandNeeds(config, async needs => {
    const line = [name, email, fullName, last].filter(part => part !== '').join(' ')
    if (config.TRILHO_ENV === 'production' && !changesNothing.test(line)) await announceCommand(needs, line)
    if (command !== undefined) process.stdout.write(await command(needs, email, fullName || undefined))
    if (secretCommand !== undefined) process.stdout.write(await secretCommand(needs))
    if (bankCommand === undefined) return 0
    const printed = await bankCommand(needs, fullName, last)
    process.stdout.write(textOf(printed))
    return exitCodeOf(printed)
  })
}

await runCommand(() => run(readConfig(), process.argv.slice(2)))
