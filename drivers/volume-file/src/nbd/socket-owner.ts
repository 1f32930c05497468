import { chown, readFile } from 'node:fs/promises'

/** The users as whom libvirt runs QEMU, on Debian and elsewhere. */
const qemuUsers = ['libvirt-qemu', 'qemu']

/** The user and group of libvirt's QEMU; undefined if there is none on this host. */
const qemuUser = async (): Promise<readonly [user: number, group: number] | undefined> => {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of qemuUsers) {
    const [, , user, group] = lines.find(([known]) => known === name) ?? []
    if (user !== undefined && group !== undefined) return [Number(user), Number(group)]
  }
  return undefined
}

/** Lets the guests of this host, and no other users but root, connect to a socket. Only root can do that. */
export const giveToGuests = async (socket: string): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const owner = await qemuUser()
  if (owner !== undefined) await chown(socket, ...owner)
}
