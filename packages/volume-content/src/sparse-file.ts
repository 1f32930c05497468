import { open } from 'node:fs/promises'

const gibibyte = 1024 ** 3

/** Readable for the owner only; the hypervisor changes the owner for QEMU. */
export const privateMode = 0o600

/** Creates a sparse file of that many GiB. */
export const makeSparseFile = async (path: string, sizeGb: number): Promise<void> => {
  const file = await open(path, 'wx', privateMode)
  try {
    await file.truncate(sizeGb * gibibyte)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Grows a raw file to at least that size, reading as zeros; never shrinks it. */
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
