const all = (ending: string) => [`{server,portal,docs-site,bank,sdk,cli,examples}/**/*.${ending}.ts`]

/** A file's name determines the tier of its tests. `.ci/run` runs all tiers. */
// biome-ignore format: a table is read in columns
export const tiers = {
  /** `npm test`: everything that needs only npm's packages and Chromium. */
  quick:   { include: all('test'),                                 exclude: [...all('machine.test'), ...all('long.test')], runsTimes: '0.25', axe: 'no' },
  /** `npm run test:machine`: processes that are started, killed and replaced, their databases, floods and packages. */
  machine: { include: all('machine.test'),                         exclude: [],                                            runsTimes: '1',    axe: 'no' },
  /** `npm run test:long`: every run of the properties, guides and samples in every language, axe at every step in the portal. */
  long:    { include: [...all('long.test'), ...all('property.test'), 'portal/test/**/*.test.ts'], exclude: [],             runsTimes: '1',    axe: 'yes' },
  /** `npx vitest run <files>`: the named files, of any tier. */
  test:    { include: all('test'),                                 exclude: [],                                            runsTimes: '1',    axe: 'yes' },
} as const

/** Vitest's settings for a mode, which is the name of a tier. */
export function tierOf(mode: string) {
  if (!(mode in tiers)) throw new RangeError(`--mode ${mode} is no tier: ${Object.keys(tiers).join(', ')}`)
  const { include, exclude, ...settings } = tiers[mode as keyof typeof tiers]
  return { include: [...include], exclude: ['**/node_modules/**', ...exclude], ...settings }
}
