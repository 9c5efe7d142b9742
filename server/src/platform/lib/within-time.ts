/** Waits for somebody else's answer no longer than this. Too late is a rejection; whatever comes after it is ignored. */
export const withinTime = <Answer>(answer: Promise<Answer>, seconds: number): Promise<Answer> => {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${seconds} s`)), seconds * 1000)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Something that the server needs is unavailable. The caller did nothing wrong and may retry. */
export class Unavailable extends Error {}
