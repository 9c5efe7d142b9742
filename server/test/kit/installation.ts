import { dataFolder, patient, spawnServer } from './server-process.ts'

/**
 * `TRILHO_TEST_PROCESSES=3 npx vitest run <files>`: the server called by HTTP is then a parent with three processes, as an
 * operator runs them, on the database of the file; without background work, which tests start themselves. What a test
 * does without HTTP runs in its own process as usual; so this is for sandbox tests that do not move the clock, and mainly
 * for concurrency.
 */
export const testProcesses = Number(process.env.TRILHO_TEST_PROCESSES ?? 0)

export async function installation(databaseUrl: string, settings: Record<string, string>) {
  if (testProcesses === 0 || (settings.TRILHO_ENV ?? 'sandbox') !== 'sandbox') return null
  const server = await spawnServer({
    ...patient,
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
