import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ownTls } from '@nimbo/cloud/tls/own-authority'
import { trustOwnAuthority } from '@nimbo/cloud/tls/trust-own-authority'

/** Paths of the certificate and key of every API, and of the trusted authority. */
export interface TlsPaths {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

/** Creates one certificate for all APIs, of an authority that the test process trusts from then on. */
export const cloudTls = async (home: string): Promise<TlsPaths> => {
  const directory = async (name: string): Promise<string> => {
    await mkdir(join(home, name), { recursive: true })
    return join(home, name)
  }
  const { authorityFile } = await ownTls({ directory }, ['127.0.0.1', 'localhost'], Date.now())
  await trustOwnAuthority(home)
  return { cert: join(home, 'tls', 'server.pem'), key: join(home, 'tls', 'server.key'), ca: authorityFile }
}
