import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ownTls } from '@nimbo/cloud/tls/own-authority'
import { trustOwnAuthority } from '@nimbo/cloud/tls/trust-own-authority'

/** Files of what every API shows, and of whom all trust. */
export interface TlsPaths {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

/** One certificate for all, of an authority that the process of the test trusts from here on. */
export const cloudTls = async (home: string): Promise<TlsPaths> => {
  const directory = async (name: string): Promise<string> => {
    await mkdir(join(home, name), { recursive: true })
    return join(home, name)
  }
  const { authorityFile } = await ownTls({ directory }, ['127.0.0.1', 'localhost'], Date.now())
  await trustOwnAuthority(home)
  return { cert: join(home, 'tls', 'server.pem'), key: join(home, 'tls', 'server.key'), ca: authorityFile }
}
