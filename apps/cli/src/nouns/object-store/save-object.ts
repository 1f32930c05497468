import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getObject } from '@nimbo/contracts/object-store/objects'
import type { Session } from '../../cloud/session.ts'

export interface ObjectPath {
  readonly account: string
  readonly container: string
  readonly object: string
}

/** Downloads an object to a file, which appears only when it is complete, or with `-` to standard output. */
export const saveObject = async (session: Session, path: ObjectPath, file: string): Promise<void> => {
  const { content } = await session.api['object-store'].open(getObject, { path })
  if (file === '-') return pipeline(content, session.streams.stdout, { end: false })
  await mkdir(dirname(file), { recursive: true })
  const partial = `${file}.part`
  try {
    await pipeline(content, createWriteStream(partial))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
