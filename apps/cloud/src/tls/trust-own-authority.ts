import { readFile } from 'node:fs/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { join } from 'node:path'

/** Makes this process trust the CA of the cloud on a state directory, if it has one, in addition to those of the system. */
export const trustOwnAuthority = async (stateDir: string): Promise<void> => {
  const authority = await readFile(join(stateDir, 'tls', 'ca.pem'), 'utf8').catch(() => undefined)
  if (authority !== undefined) setDefaultCACertificates([...getCACertificates('default'), authority])
}
