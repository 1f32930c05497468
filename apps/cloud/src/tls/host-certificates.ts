import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { made, ownAuthority, writeWhole } from './certificate-files.ts'

const hostDays = 397

export interface HostCertificates {
  /** The directory of the CA, which is made if there is none. */
  readonly authority: string
  /** The directory for the host's files. */
  readonly directory: string
  /** DNS names and addresses by which other hosts reach it. */
  readonly names: readonly [string, ...string[]]
}

/**
 * Issues the certificate with which a host serves volumes over NBD and reaches those of other hosts. The files have QEMU's names;
 * keys are readable by their owner only.
 */
export const issueHostCertificates = async (
  { authority: home, directory, names }: HostCertificates,
  now: number,
): Promise<void> => {
  await mkdir(home, { recursive: true, mode: 0o700 })
  await mkdir(directory, { recursive: true, mode: 0o711 })
  const authority = await ownAuthority(home, now)
  const { cert, key } = await made(
    { name: names[0], days: hostDays, names, forClients: true, authority },
    now,
  )
  await writeWhole(join(directory, 'ca-cert.pem'), authority.cert, 0o644)
  for (const role of ['server', 'client']) {
    await writeWhole(join(directory, `${role}-key.pem`), key, 0o600)
    await writeWhole(join(directory, `${role}-cert.pem`), cert, 0o644)
  }
}
