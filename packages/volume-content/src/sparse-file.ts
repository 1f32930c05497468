import { open } from 'node:fs/promises'

const gibibyte = 1024 ** 3

/** For the owner alone: a hypervisor whose guests run as another user hands the file over to it. */
export const privateMode = 0o600

/** Makes a file of that many gibibytes of which nothing is stored yet. */
export const makeSparseFile = async (path: string, sizeGb: number): Promise<void> => {
  const file = await open(path, 'wx', privateMode)
  try {
    await file.truncate(sizeGb * gibibyte)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a raw file at least that big, the new part reading as zeros; never smaller, since that would lose data. */
export const growFile = async (path: string, sizeGb: number): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.chmod(privateMode)
    const { size } = await file.stat()
    if (size > sizeGb * gibibyte) throw new Error(`${size} bytes do not fit into a volume of ${sizeGb} GB`)
    await file.truncate(sizeGb * gibibyte)
    await file.sync()
  } finally {
    await file.close()
  }
}
