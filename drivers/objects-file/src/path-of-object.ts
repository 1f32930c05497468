import { join } from 'node:path'

const idPattern = /^[0-9a-f-]{32,36}$/

/** The path of the file with an id, in one of 256 directories so that no directory grows large. */
export const pathOfObject = (directory: string, id: string): string => {
  if (!idPattern.test(id)) throw new Error(`${id} is not the id of an object's bytes`)
  return join(directory, id.slice(0, 2), id)
}
