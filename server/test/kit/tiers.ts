import { globSync, readFileSync } from 'node:fs'

const all = (ending: string) => [`{server,portal,docs-site,bank,sdk,cli,examples,deploy,gate}/**/*.${ending}.ts`]

/** Production mode beside the simulated bank, and that bank itself. */
const besideBanks = globSync([
  'server/test/{real-bank*,reconciliation}.test.ts',
  'portal/test/bank*.test.ts',
  'bank/test/*.test.ts',
])
const endsAsTier = /\.(property|machine|long)\.test/

/** Journeys that differ by window: they run on a desktop and on a phone. */
const journeysByWindow = globSync(['portal/test/*.test.ts', 'server/src/edges/pages/**/*.test.ts']).filter(file =>
  /import \{[^}]*\bwindows\b[^}]*\} from '.*(portal-kit|payers-browser)/.test(readFileSync(file, 'utf8')),
)

/** A file's name determines the tier of its tests. `.ci/run` runs all tiers. */
// biome-ignore format: a table is read in columns
export const tiers = {
  /** `npm test`: everything that needs only npm's packages and Chromium, but for what has a tier of its own. */
  quick:   { include: all('test'),                                                        exclude: [...all('machine.test'), ...all('long.test'), ...besideBanks, ...journeysByWindow], runsTimes: '0.25' },
  /** `npm run test:bank`: each bank's dialect in production mode, beside the simulated bank. */
  bank:    { include: besideBanks.filter(file => !endsAsTier.test(file)),                 exclude: [],                                                                                 runsTimes: '1'    },
  /** `npm run test:machine`: processes that are started, killed and replaced, their databases, floods and packages. */
  machine: { include: all('machine.test'),                                                exclude: [],                                                                                 runsTimes: '1'    },
  /** `npm run test:long`: every run of the properties, guides and samples in every language, axe over all screens, journeys on both windows. */
  long:    { include: [...all('long.test'), ...all('property.test'), ...journeysByWindow], exclude: [],                                                                                 runsTimes: '1'    },
  /** `npx vitest run <files>`: the named files, of any tier. */
  test:    { include: all('test'),                                                        exclude: [],                                                                                 runsTimes: '1'    },
} as const

/** Vitest's settings for a mode, which is the name of a tier. */
export function tierOf(mode: string) {
  if (!(mode in tiers)) throw new RangeError(`--mode ${mode} is no tier: ${Object.keys(tiers).join(', ')}`)
  const { include, exclude, ...settings } = tiers[mode as keyof typeof tiers]
  return { include: [...include], exclude: ['**/node_modules/**', ...exclude], ...settings }
}
