const all = (ending: string) => [`{server,portal,docs-site,bank,sdk,cli,examples}/**/*.${ending}.ts`]

/** In which tier a test runs is in its file's name. `.ci/run` runs all tiers. */
// biome-ignore format: a table is read in columns
export const tiers = {
  /** `npm test`: everything that needs no more than npm's packages and a Chromium. */
  quick:   { include: all('test'),                                 exclude: [...all('machine.test'), ...all('long.test')], runsTimes: '0.25', axe: 'no' },
  /** `npm run test:machine`: processes that are started, killed and replaced, and their databases. */
  machine: { include: all('machine.test'),                         exclude: [],                                            runsTimes: '1',    axe: 'no' },
  /** `npm run test:long`: every run of the properties, guides and samples in every language, axe at every step in the portal. */
  long:    { include: [...all('long.test'), ...all('property.test'), 'portal/test/**/*.test.ts'], exclude: [],             runsTimes: '1',    axe: 'yes' },
  /** `npx vitest run <files>`: what you name, whichever tier it is in. */
  test:    { include: all('test'),                                 exclude: [],                                            runsTimes: '1',    axe: 'yes' },
} as const

/** What vitest is given for a mode, which is the name of a tier. */
export function tierOf(mode: string) {
  if (!(mode in tiers)) throw new RangeError(`--mode ${mode} is no tier: ${Object.keys(tiers).join(', ')}`)
  const { include, exclude, ...settings } = tiers[mode as keyof typeof tiers]
  return { include: [...include], exclude: ['**/node_modules/**', ...exclude], ...settings }
}
