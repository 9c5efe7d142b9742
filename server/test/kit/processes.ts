import { readFileSync, readdirSync } from 'node:fs'

/** The process ids of a process's children. */
export const childrenOf = (pid: number): string[] =>
  readdirSync('/proc').filter(name => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${pid}`
    } catch {
      return false
    }
  })
