import { globSync, readFileSync } from 'node:fs'

const all = (ending: string) => [`{server,portal,docs-site,bank,sdk,cli,examples,deploy,gate}/**/*.${ending}.ts`]

/** Production mode beside the simulated bank, and that bank itself. */
const besideBanks = globSync([
  'server/test/{real-bank*,reconciliation}.test.ts',
  'portal/test/bank*.test.ts',
  'bank/test/*.test.ts',
])
const endsAsTier = /\.(property|machine|timing|long)\.test/

/** Journeys that differ by window: they run on a desktop and on a phone. */
const journeysByWindow = globSync(['portal/test/*.test.ts', 'server/src/edges/pages/**/*.test.ts']).filter(file =>
  /import \{[^}]*\bwindows\b[^}]*\} from '.*(portal-kit|payers-browser)/.test(readFileSync(file, 'utf8')),
)

const ofOtherTiers = ['property', 'machine', 'timing', 'long'].flatMap(tier => all(`${tier}.test`))

/**
 * A file's name determines the tier of its tests. `.ci/run` runs all tiers. `atOnce`: so many files, on two cores: many tests
 * wait, for browsers, processes and time-outs, and leave a core to another file.
 */
// biome-ignore format: a table is read in columns
export const tiers = {
  /** `npm test`: everything that needs only npm's packages and Chromium, but for what has a tier of its own. */
  quick:   { include: all('test'),                                                         exclude: [...ofOtherTiers, ...besideBanks, ...journeysByWindow], atOnce: 4 },
  /** `npm run test:bank`: each bank's dialect in production mode, beside the simulated bank. */
  bank:    { include: besideBanks.filter(file => !endsAsTier.test(file)),                  exclude: [],                                                     atOnce: 4 },
  /** `npm run test:machine`: processes that are started, killed and replaced, their databases, and packages. */
  machine: { include: all('machine.test'),                                                 exclude: [],                                                     atOnce: 2 },
  /** `npm run test:timing`: promises about time, one file after the other. */
  timing:  { include: all('timing.test'),                                                  exclude: [],                                                     atOnce: 1 },
  /** `npm run test:long`: properties, guides and samples in every language, axe over all screens, journeys on both windows. */
  long:    { include: [...all('long.test'), ...all('property.test'), ...journeysByWindow], exclude: [],                                                     atOnce: 4 },
  /** `npx vitest run <files>`: the named files, of any tier. */
  test:    { include: all('test'),                                                         exclude: [],                                                     atOnce: 4 },
} as const

/** Vitest's settings for a mode, which is the name of a tier. */
export function tierOf(mode: string) {
  if (!(mode in tiers)) throw new RangeError(`--mode ${mode} is no tier: ${Object.keys(tiers).join(', ')}`)
  const { include, exclude, ...settings } = tiers[mode as keyof typeof tiers]
  return { include: [...include], exclude: ['**/node_modules/**', ...exclude], ...settings }
}
