import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** A file a domain, replaced as a whole, so that a crash leaves the old state or the new one. */
export const directoryStore = (directory: string): DomainStore => ({
  load: async () => {
    await mkdir(directory, { recursive: true })
    const names = (await readdir(directory)).filter((name) => name.endsWith(extension))
    return Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(directory, name), 'utf8')) as FakeDomain),
    )
  },
  save: async (domain) => {
    const path = join(directory, `${domain.id}${extension}`)
    await writeFile(`${path}.part`, JSON.stringify(domain))
    await rename(`${path}.part`, path)
  },
  remove: (id) => rm(join(directory, `${id}${extension}`), { force: true }),
})
