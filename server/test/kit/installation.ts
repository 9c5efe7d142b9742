import { dataFolder, spawnServer } from './server-process.ts'

/**
 * `TRILHO_TEST_PROCESSES=3 npx vitest run <files>`: whoever is called by HTTP is then a parent with three processes, as an
 * operator runs them, on the database of the file; without the work in between, which tests start themselves. What a test
 * does without HTTP, it does in its own process as ever; so this is for tests of a sandbox that do not move the clock, and of
 * what happens at once above all.
 */
export const testProcesses = Number(process.env.TRILHO_TEST_PROCESSES ?? 0)

export async function installation(databaseUrl: string, settings: Record<string, string>) {
  if (testProcesses === 0 || (settings.TRILHO_ENV ?? 'sandbox') !== 'sandbox') return null
  const server = await spawnServer({
    ...settings,
    DATABASE_URL: databaseUrl,
    TRILHO_DATA: await dataFolder(),
    PROCESSES: String(testProcesses),
    TRILHO_ROLE: 'api',
    DATABASE_CONNECTIONS: '4',
  })
  await server.ready()
  return server
}
