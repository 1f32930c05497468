import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type CephAccess, qemuNameOf, type RbdImage } from './ceph-access.ts'
import { quickMs } from './run-ceph.ts'

/** QEMU's programs read whole sectors. */
const sector = 512

/** Reads a range of an image, up to its end. */
export const readPart = async (
  access: CephAccess,
  image: RbdImage,
  offset: number,
  length: number,
): Promise<Buffer> => {
  if (length <= 0) return Buffer.alloc(0)
  const first = Math.floor(offset / sector)
  const count = Math.ceil((offset + length) / sector) - first
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-rbd-'))
  try {
    const to = join(directory, 'part')
    const args = ['dd', '-f', 'raw', '-O', 'raw', `bs=${sector}`, `skip=${first}`, `count=${first + count}`]
    await promisify(execFile)('qemu-img', [...args, `if=${qemuNameOf(access, image)}`, `of=${to}`], {
      timeout: quickMs,
      killSignal: 'SIGKILL',
    })
    const at = offset - first * sector
    return (await readFile(to)).subarray(at, at + length)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
