import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { facts } from '../terminal/table.ts'
import { readAmount, showAmount } from '../terminal/words.ts'
import { checkAndAsk } from './check-and-ask.ts'
import { yesOption } from './confirm.ts'
import { orderOf, orderOptions } from './order.ts'
import { readTimeoutMs, waitForEnd, waitOptions } from './wait-for-end.ts'
import { webhookFor, webhookOption } from './webhook-address.ts'

const keyTypes = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const
type KeyType = (typeof keyTypes)[number]

export const cashOut = command({
  name: 'cash-out',
  says: 'pay somebody by PIX',
  more: 'Says whose the key is and what is left, and asks before money leaves; --yes for scripts. Give --order, so that a repeated command pays once.',
  args: { amount: { says: 'in reais: 10.50' } },
  options: {
    key: { value: 'KEY', says: 'the PIX key to pay to' },
    'key-type': { value: 'TYPE', says: 'what the key is, where it cannot be seen from it', choices: keyTypes },
    'recipient-name': { value: 'NAME', says: 'who is paid' },
    'recipient-cpf': { value: 'CPF', says: 'their CPF; not needed where it is the key' },
    'recipient-cnpj': { value: 'CNPJ', says: 'the CNPJ of a company, instead' },
    ...orderOptions,
    webhook: webhookOption,
    yes: yesOption,
    ...waitOptions,
  },
  examples: [
    'trilho cash-out 10.50 --key joao@example.com --recipient-name "João de Souza" --recipient-cpf 390.533.447-05',
    'trilho cash-out 10.50 --key 390.533.447-05 --recipient-name "João de Souza" --order salary-7 --yes --wait',
  ],
  run: async (session, { args, options }) => {
    const { terminal } = session
    const value = readAmount(args.amount)
    const timeoutMs = readTimeoutMs(options.timeout)
    const { key, 'recipient-name': name } = options
    if (key === undefined || name === undefined)
      throw wrongUsage(`--${key === undefined ? 'key' : 'recipient-name'} is missing.`, cashOutHint)
    const type = (options['key-type'] ?? kindOfKey(key)) as KeyType | undefined
    if (type === undefined)
      throw wrongUsage(`"${key}" could be any key.`, `Say which: --key-type ${keyTypes.join('|')}`)
    const { 'recipient-cpf': givenCpf, 'recipient-cnpj': givenCnpj } = options
    const isGiven = givenCpf !== undefined || givenCnpj !== undefined
    const cpf = isGiven || type !== 'CPF' ? givenCpf : key
    const cnpj = isGiven || type !== 'CNPJ' ? givenCnpj : key
    if (cpf === undefined && cnpj === undefined)
      throw wrongUsage('--recipient-cpf or --recipient-cnpj is missing.', cashOutHint)
    const webhook = webhookFor(await session.access(), terminal, options.webhook)
    const payment = { recipient: { name, cpf, cnpj }, key: { type, value: key }, value }
    const checkToken = options.yes ? undefined : await checkAndAsk(session, payment)
    const trilho = await session.connect()
    const created = await trilho.pix.createCashOut({
      payment: { ...payment, checkToken },
      ...orderOf(options),
      webhook,
    })
    const { transaction } = created
    terminal.answer(created, () => {
      terminal.line(`${terminal.paint('green', '✓')} ${showAmount(transaction.amount)} are on their way to ${name}.\n`)
      terminal.line(
        facts(terminal.paint, [
          ['id', terminal.paint('bold', transaction.id)],
          ['order', transaction.orderId],
          ['state', transaction.state],
        ]),
      )
      terminal.note(`\nIn the sandbox, let it arrive: trilho pay ${transaction.id}`)
    })
    if (!options.wait) return
    await waitForEnd(session, transaction, timeoutMs)
    terminal.answer(await trilho.transactions.read(transaction.id), () =>
      terminal.line(`${terminal.paint('green', '✓')} Paid.`),
    )
  },
})

const cashOutHint = 'trilho cash-out --help shows an example.'

/** What a PIX key is, where its form says so. */
const forms: [type: KeyType, form: RegExp][] = [
  ['EMAIL', /@/],
  ['PHONE', /^\+\d/],
  ['EVP', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['CPF', /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/],
  ['CNPJ', /^[\da-z]{2}\.?[\da-z]{3}\.?[\da-z]{3}\/?[\da-z]{4}-?\d{2}$/i],
]

const kindOfKey = (key: string) => forms.find(([, form]) => form.test(key))?.[0]
