import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FakeDomain } from './fake-domain.ts'

/** Where the domains of one host outlive the process. */
export interface DomainStore {
  load(): Promise<readonly FakeDomain[]>
  save(domain: FakeDomain): Promise<void>
  remove(id: string): Promise<void>
}

/** Keeps nothing: domains end with the process. */
export const forgetfulStore: DomainStore = {
  load: async () => [],
  save: async () => {},
  remove: async () => {},
}

const extension = '.json'

/** What a domain's file may hold before it is written anew. */
const mostCharacters = 65_536

/** The state that the last whole line tells; what follows it was cut off by a crash. */
const lastState = (text: string): FakeDomain | undefined => {
  const line = text.split('\n').at(-2)
  return line === undefined ? undefined : (JSON.parse(line) as FakeDomain)
}

/**
 * A file a domain, a line in it for each of its states, so that a crash leaves the old state or the new one. Lines are
 * written at once: to replace a file costs the file system, and a trip to another thread this one, ten times as much.
 */
export const directoryStore = (directory: string): DomainStore => {
  const pathOf = (id: string): string => join(directory, `${id}${extension}`)
  /** Characters in the files of domains. */
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
