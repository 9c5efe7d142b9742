const workspaces = '{server,portal,docs-site,bank,sdk,cli,examples}'

/** In which tier a test runs is in its file's name. `.ci/run` runs all tiers. */
// biome-ignore format: a table is read in columns
export const tiers = {
  /** `npm test`: everything that needs no more than npm's packages and a Chromium. */
  quick:   { include: ['test'],                       exclude: ['machine.test', 'long.test'], runsTimes: '0.25' },
  /** `npm run test:machine`: processes that are started, killed and replaced, and their databases. */
  machine: { include: ['machine.test'],               exclude: [],                            runsTimes: '1' },
  /** `npm run test:long`: properties with all their runs, every guide and sample in every language, axe on every screen. */
  long:    { include: ['long.test', 'property.test'], exclude: [],                            runsTimes: '1' },
  /** `npx vitest run <files>`: what you name, whichever tier it is in. */
  test:    { include: ['test'],                       exclude: [],                            runsTimes: '1' },
} as const

const files = (endings: readonly string[]) => endings.map(ending => `${workspaces}/**/*.${ending}.ts`)

/** What vitest is given for a mode, which is the name of a tier. */
export function tierOf(mode: string) {
  if (!(mode in tiers)) throw new RangeError(`--mode ${mode} is no tier: ${Object.keys(tiers).join(', ')}`)
  const { include, exclude, runsTimes } = tiers[mode as keyof typeof tiers]
  return { include: files(include), exclude: ['**/node_modules/**', ...files(exclude)], runsTimes }
}
