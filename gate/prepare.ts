import { spawnSync } from 'node:child_process'
import { fileOfPackage, interSdk, pythonWith } from '../bank/test/kit/install-clients.ts'

/* Fetches what the gate needs besides npm's packages and Debian's, so that nothing is fetched once it runs. */

const { status } = spawnSync(process.execPath, ['tools/run.ts', 'biome', '--version'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
fileOfPackage('')
const python = pythonWith(null)
if ('missing' in python) throw new Error(python.missing)
// From GitHub, which is not reached from everywhere: its test says that it is skipped.
pythonWith(interSdk)
