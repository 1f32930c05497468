import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { namelessFile } from '@nimbo/kernel/nameless-file'
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
  await using to = await namelessFile()
  const args = ['dd', '-f', 'raw', '-O', 'raw', `bs=${sector}`, `skip=${first}`, `count=${first + count}`]
  await promisify(execFile)('qemu-img', [...args, `if=${qemuNameOf(access, image)}`, `of=${to.path}`], {
    timeout: quickMs,
    killSignal: 'SIGKILL',
  })
  const at = offset - first * sector
  return (await to.handle.readFile()).subarray(at, at + length)
}
