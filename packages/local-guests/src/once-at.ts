import { access, rename, rm } from 'node:fs/promises'

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Makes a file unless it exists; an existing one is complete, because it is renamed last. */
export const onceAt = async (path: string, make: (unfinished: string) => Promise<void>): Promise<void> => {
  if (await exists(path)) return
  const unfinished = `${path}.part`
  await rm(unfinished, { force: true })
  await make(unfinished)
  await rename(unfinished, path)
}
