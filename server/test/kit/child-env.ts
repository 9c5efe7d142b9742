/** What a process that a test starts gets of ours: many are started, and each finds compiled what the first compiled. */
export const childEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DEMO_MONTH: 'no',
}
