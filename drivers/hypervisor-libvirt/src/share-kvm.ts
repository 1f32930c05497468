import { chmod, chown, readFile, stat } from 'node:fs/promises'

const device = '/dev/kvm'
const groupMayUse = 0o060

/**
 * Gives `/dev/kvm` to the group `kvm`, as udev does where it runs. Otherwise libvirt's QEMU, which does not run as root, cannot
 * open the device, and libvirtd probes QEMU again for each call that queries its capabilities, which takes seconds. Does nothing
 * without such a device or group, or when the group has it already.
 */
export const shareKvm = async (): Promise<void> => {
  const node = await stat(device).catch(() => undefined)
  if (!node || (node.mode & groupMayUse) === groupMayUse) return
  const groups = await readFile('/etc/group', 'utf8')
  const gid = groups.match(/^kvm:[^:]*:(\d+):/m)?.[1]
  if (gid === undefined) return
  await chown(device, node.uid, Number(gid))
  await chmod(device, node.mode | groupMayUse)
}
