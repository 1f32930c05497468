import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CopiesDisks } from '@nimbo/compute/driver/copies-disks'
import type { FakeParts } from './fake-power.ts'

const pathOf = (id: string, name: string): string => join(tmpdir(), `nimbo-fake-copy-${id}-${name}`)

/** The smallest size of a disk. */
const sectorBytes = 512

/** A copy contains the name of the server: any text is a valid raw disk. */
export const fakeCopies = ({ book, failures }: FakeParts): CopiesDisks => ({
  copyRootDisk: async (id, name, atThatMoment) => {
    const path = pathOf(id, name)
    await atThatMoment(async () => {
      await failures.check('copy-disk')
      const domain = book.need(id)
      await writeFile(path, `the root disk of ${domain.name}`.padEnd(sectorBytes))
      await book.write(domain, `root disk copied as ${name}`)
    })
    return { path, format: 'raw' }
  },
  removeCopy: (id, name) => rm(pathOf(id, name), { force: true }),
})
