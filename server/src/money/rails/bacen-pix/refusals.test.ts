import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { childEnv } from '../../../../test/kit/child-env.ts'
import { isOfRepeat } from './refusals.ts'

/** What a process writes to its log about answers of a bank. */
async function logOf(bodies: object[]): Promise<string> {
  const module = new URL('./refusals.ts', import.meta.url).href
  const code = `
    const { logRefusal } = await import(${JSON.stringify(module)})
    for (const body of ${JSON.stringify(bodies)}) logRefusal({ name: 'efi' }, 'send payout', { status: 422, body })`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env: childEnv })
  return stdout
}

const answers: [body: object, words: string][] = [
  [{ detail: 'O CPF 529.982.247-25 está bloqueado.' }, 'O CPF *** está bloqueado.'],
  [{ nome: 'negado', mensagem: 'Conta 11144477735 sem limite' }, 'negado: Conta *** sem limite'],
  [{ detail: 'O CNPJ 12ABC34501DE35 está suspenso.' }, 'O CNPJ *** está suspenso.'],
  [{ violacoes: [{ razao: 'Chave maria.silva@mail.test inválida', valor: 'Maria' }] }, 'Chave *** inválida'],
  [{ message: 'Chave +55 11 99876-5432 não encontrada' }, 'Chave *** não encontrada'],
  [{ erros: [{ mensagem: 'Chave 7d9f0335-8dcc-4054-9bf9-0dbd61d36906 inválida' }] }, 'Chave *** inválida'],
  [{ detail: 'Limite diário de R$ 1.000,00 excedido.' }, 'Limite diário de R$ 1.000,00 excedido.'],
]

test.each([
  ['O idEnvio informado já foi utilizado.', true],
  ['id_envio_duplicado: Já existe um envio com este idEnvio', true],
  ['Identificador ja informado em outra requisicao', true],
  ['Número da requisição informado anteriormente', true],
  ['Lançamento já incluído', true],
  ['A devolução já está registrada', true],
  ['O pagamento já se encontra em processamento: já processado', true],
  ['Chave de idempotência em conflito', true],
  ['Target already registered', true],
  ['Não é possível emitir três cobranças idênticas.', true],
  ['O CPF não confere com a identificação do recebedor.', false],
  ['O CPF informado não é do dono da chave.', false],
  ['Limite diário da conta excedido, fale com o gerente.', false],
  ['O valor informado é maior que o saldo.', false],
  ['Conta inexistente', false],
])('"%s": of an id that was used before: %s', (words, isRepeat) => {
  expect(isOfRepeat(words)).toBe(isRepeat)
})

test('of what a bank refuses the log has its words, without documents and keys of people', async () => {
  const lines = (await logOf(answers.map(([body]) => body))).trim().split('\n')
  const entries = lines.map(line => JSON.parse(line) as object)
  expect(entries).toMatchObject(
    answers.map(([, words]) => ({
      bank: 'efi',
      operation: 'send payout',
      status: 422,
      words,
      msg: 'refused by a bank',
    })),
  )
})
