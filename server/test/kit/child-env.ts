/** The environment of processes that tests start: they share one compile cache. */
export const childEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DEMO_MONTH: 'no',
}
