/**
 * Loaded into a cloud before its own code (`node --import`). Once a file tells it to, counts the operations on the bytes of
 * objects and kills the process before or after one of them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { operationBegins, operationEnds } from '@nimbo/object-store/app/shown-bytes'
import { deathFiles, deathVariable } from './death-files.ts'

const directory = process.env[deathVariable]

const wantedIn = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

if (directory !== undefined) {
  const files = deathFiles(directory)
  let counting = ''
  let moments = 0
  const pass = (name: unknown): void => {
    const wanted = wantedIn(files.wanted)
    if (wanted === undefined) return
    if (wanted !== counting) [counting, moments] = [wanted, 0]
    if (moments === Number(wanted.split(' ')[1])) {
      writeFileSync(files.died, `${wanted} ${name}`)
      process.kill(process.pid, 'SIGKILL')
    }
    moments += 1
  }
  operationBegins.subscribe(pass)
  operationEnds.subscribe(pass)
}
