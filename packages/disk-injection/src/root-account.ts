import { notInjected } from './errors.ts'
import type { GuestFiles } from './guest-files.ts'
import { hashPassword } from './hash-password.ts'

const keysDirectory = '/root/.ssh'
const keysFile = `${keysDirectory}/authorized_keys`
/** The SELinux context that sshd may read. */
const label = 'system_u:object_r:ssh_home_t:s0'

const ofRoot = (line: string): boolean => line.startsWith('root:')

const linesOf = async (files: GuestFiles, path: string): Promise<readonly string[]> => {
  const content = await files.read(path)
  if (content === undefined) throw notInjected(`its image has no ${path}`)
  // Every byte that is not changed stays as it is, in whatever encoding.
  return content.toString('latin1').split('\n')
}

/** Sets the password of root. Throws when the guest has no account of that name. */
export const setRootPassword = async (files: GuestFiles, password: string): Promise<void> => {
  if (!(await linesOf(files, '/etc/passwd')).some(ofRoot))
    throw notInjected('its image has no user root in /etc/passwd')
  const shadow = await linesOf(files, '/etc/shadow')
  if (!shadow.some(ofRoot)) throw notInjected('its image has no user root in /etc/shadow')
  const hash = await hashPassword(password)
  const changed = shadow.map((line) => {
    if (!ofRoot(line)) return line
    const [name, , ...others] = line.split(':')
    return [name, hash, ...others].join(':')
  })
  await files.write('/etc/shadow', Buffer.from(changed.join('\n'), 'latin1'))
}

/** Adds a public key to those with which root may log in. */
export const addRootKey = async (files: GuestFiles, key: string): Promise<void> => {
  await files.makeDirectory(keysDirectory, { mode: '0700', label })
  const before = (await files.read(keysFile)) ?? Buffer.alloc(0)
  const added = Buffer.from(`\n# The key that was chosen for this server\n${key.trim()}\n`)
  await files.write(keysFile, Buffer.concat([before, added]), { mode: '0600', label })
}
