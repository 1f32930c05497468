import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FakeDomain } from './fake-domain.ts'

/** Persists the domains of one host. */
export interface DomainStore {
  load(): Promise<readonly FakeDomain[]>
  save(domain: FakeDomain): Promise<void>
  remove(id: string): Promise<void>
}

/** Stores nothing: domains end with the process. */
export const forgetfulStore: DomainStore = {
  load: async () => [],
  save: async () => {},
  remove: async () => {},
}

const extension = '.json'

/** A domain's file is rewritten when it grows beyond this. */
const mostCharacters = 65_536

/** The state in the last complete line; a partial line after it is from a crash. */
const lastState = (text: string): FakeDomain | undefined => {
  const line = text.split('\n').at(-2)
  return line === undefined ? undefined : (JSON.parse(line) as FakeDomain)
}

/**
 * One file per domain, to which a line is appended for each new state, so that a crash leaves the old state or the new one. Lines
 * are written synchronously: replacing a file, or a round trip to another thread, costs ten times as much.
 */
export const directoryStore = (directory: string): DomainStore => {
  const pathOf = (id: string): string => join(directory, `${id}${extension}`)
  /** The size of each domain's file in characters. */
  const sizes = new Map<string, number>()

  const read = async (name: string): Promise<readonly FakeDomain[]> => {
    const text = await readFile(join(directory, name), 'utf8')
    sizes.set(basename(name, extension), text.endsWith('\n') ? text.length : Number.POSITIVE_INFINITY)
    const domain = lastState(text)
    return domain === undefined ? [] : [domain]
  }
  return {
    load: async () => {
      await mkdir(directory, { recursive: true })
      const names = (await readdir(directory)).filter((name) => name.endsWith(extension))
      return (await Promise.all(names.map(read))).flat()
    },
    save: async (domain) => {
      const path = pathOf(domain.id)
      const line = `${JSON.stringify(domain)}\n`
      const size = sizes.get(domain.id) ?? 0
      if (size > mostCharacters) {
        writeFileSync(`${path}.part`, line)
        renameSync(`${path}.part`, path)
        sizes.set(domain.id, line.length)
      } else {
        appendFileSync(path, line)
        sizes.set(domain.id, size + line.length)
      }
    },
    remove: async (id) => {
      sizes.delete(id)
      rmSync(pathOf(id), { force: true })
    },
  }
}
