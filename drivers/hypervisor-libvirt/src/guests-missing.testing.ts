import { existsSync } from 'node:fs'

const programs = ['/usr/sbin/libvirtd', '/usr/bin/qemu-system-x86_64', '/usr/bin/qemu-img']

const reason = (): string | false => {
  if (process.getuid?.() !== 0) return 'needs root'
  const missing = programs.filter((program) => !existsSync(program))
  return missing.length > 0 && `not installed: ${missing.join(', ')}`
}

/** Why tests with real guests are skipped on this machine; false when libvirt can run them. */
export const guestsMissing = reason()
