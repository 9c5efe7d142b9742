/** Something outside this program failed, or another process was faster: the same may succeed later. */
export class ExternalFault extends Error {}

/** Something that the server needs is unavailable. The caller did nothing wrong and may retry. */
export class Unavailable extends ExternalFault {}

/** Waits this long at most for an external response. After that it rejects, and a late response is ignored. */
export const withinTime = <Answer>(answer: Promise<Answer>, seconds: number): Promise<Answer> => {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ExternalFault(`no answer within ${seconds} s`)), seconds * 1000)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
