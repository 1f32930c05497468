import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CephAccess } from './ceph-access.ts'
import { errors } from './errors.ts'

/** A setting of a Ceph configuration file; names may contain spaces, such as `mon host`. */
const saidIn = (text: string, sections: readonly string[], name: string): string | undefined => {
  let section = ''
  let said: string | undefined
  for (const line of text.split('\n')) {
    const [, opened] = /^\s*\[([^\]]+)\]/.exec(line) ?? []
    if (opened !== undefined) section = opened.trim()
    const [, option, value] = /^\s*([\w ]+?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (option?.replaceAll(' ', '_') === name && sections.includes(section)) said = value
  }
  return said
}

/** Where the user's key is: by the configuration, else in the default place beside it. */
const keyringsOf = async ({ conf, user }: CephAccess): Promise<readonly string[]> => {
  const text = await readFile(conf, 'utf8')
  const named = saidIn(text, ['global', 'client', `client.${user}`], 'keyring')
  const beside = ['ceph.client.$id.keyring', 'ceph.keyring', 'keyring'].map((file) =>
    join(dirname(conf), file),
  )
  return (named === undefined ? beside : [named]).map((path) =>
    path.replaceAll('$id', user).replaceAll('$name', `client.${user}`).replaceAll('$cluster', 'ceph'),
  )
}

/** The user's key (28 bytes, base64) on this machine. Throws when there is none. */
export const userKey = async (access: CephAccess): Promise<string> => {
  const keyrings = await keyringsOf(access)
  for (const path of keyrings) {
    const text = await readFile(path, 'utf8').catch(() => '')
    const key = saidIn(text, [`client.${access.user}`], 'key')
    if (key !== undefined) return key
  }
  throw errors.CephFailed({
    ...{ command: 'keyring', code: 2 },
    reason: `no key of client.${access.user} in ${keyrings.join(' or ')}`,
  })
}
