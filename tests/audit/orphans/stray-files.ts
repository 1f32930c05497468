import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Orphan } from './orphan.ts'

/** Disk files without a server. */
export const strayFiles: readonly Orphan[] = [
  {
    kind: 'files-without-server',
    make: async ({ hosts: [, host], disksOf }) => {
      const directory = join(await disksOf(host), randomUUID())
      await mkdir(directory, { recursive: true })
      return () => assert.rejects(access(directory))
    },
  },
]
