import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type CephAccess, qemuNameOf, type RbdImage } from './ceph-access.ts'

const lookTimeoutMs = 60_000

/**
 * The usable size of a LUKS-encrypted image in bytes, read from its header without the key and without disturbing a running
 * guest.
 */
export const rbdLockedSize = async (access: CephAccess, image: RbdImage): Promise<number> => {
  const args = ['info', '-U', '-f', 'luks', '--output=json', qemuNameOf(access, image)]
  const { stdout } = await promisify(execFile)('qemu-img', args, {
    timeout: lookTimeoutMs,
    killSignal: 'SIGKILL',
  })
  const found: { readonly 'virtual-size': number } = JSON.parse(stdout)
  return found['virtual-size']
}
