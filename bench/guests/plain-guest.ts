import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isoImage } from '../../packages/iso9660/src/iso-image.ts'
import { type Moved, readMoved } from './disk-script.ts'

interface Order {
  readonly directory: string
  /** The image of the root disk (qcow2), which is not modified. */
  readonly image: string
  /** The file of the second disk (raw). */
  readonly volume: string
  readonly script: string
  readonly passes: number
}

const giveUpAfterMs = 600_000

/** Runs a guest by QEMU alone until it has made all its passes, with the same processor, memory and kinds of disks as one of Nimbo. */
export const runPlainGuest = async (order: Order): Promise<readonly Moved[]> => {
  const drive = join(order.directory, 'config.iso')
  const metaData = JSON.stringify({ uuid: randomUUID(), hostname: 'plain' })
  const files = new Map([
    ['openstack/latest/meta_data.json', Buffer.from(metaData)],
    ['openstack/latest/user_data', Buffer.from(order.script)],
  ])
  await writeFile(drive, isoImage({ volumeId: 'config-2', files }))
  const guest = spawn(
    'qemu-system-x86_64',
    [
      ...['-machine', 'pc,accel=tcg', '-m', '256', '-smp', '1', '-display', 'none', '-monitor', 'none'],
      ...['-serial', 'stdio', '-nic', 'none', '-device', 'virtio-rng-pci', '-cdrom', drive],
      ...['-drive', `file=${order.image},format=qcow2,if=virtio,snapshot=on`],
      ...['-drive', `file=${order.volume},format=raw,if=virtio,cache=writeback,discard=unmap`],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(guest, 'close')
  const timeout = setTimeout(() => guest.kill('SIGKILL'), giveUpAfterMs)
  let console = ''
  guest.stdout.on('data', (bytes: Buffer) => {
    console += bytes.toString('latin1')
    if (readMoved(console).length === order.passes) guest.kill('SIGKILL')
  })
  await ended
  clearTimeout(timeout)
  const moved = readMoved(console)
  if (moved.length < order.passes) throw new Error(`the guest of plain QEMU ended early:\n${console}`)
  return moved
}
