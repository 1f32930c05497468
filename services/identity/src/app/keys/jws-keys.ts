import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readIfThere, writeOnce } from './key-files.ts'

/** The directories of the private key that signs tokens, and of all public keys that verify them. */
export interface JwsDirectories {
  readonly privateKeys: string
  readonly publicKeys: string
}

export interface JwsKeys {
  readonly signing: KeyObject
  readonly checking: readonly KeyObject[]
}

const privateName = 'private.pem'
const publicName = 'public.pem'
const mostKeys = 100

const makeDirectories = async ({ privateKeys, publicKeys }: JwsDirectories): Promise<void> => {
  for (const directory of [privateKeys, publicKeys]) {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await chmod(directory, 0o700)
  }
}

const pemOf = (key: KeyObject): string =>
  key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString()

/** Reads the private key, or creates it. If several processes create it at the same time, all use the first one's. */
const signingKey = async ({ privateKeys }: JwsDirectories): Promise<KeyObject> => {
  const path = join(privateKeys, privateName)
  const there = await readIfThere(path)
  if (there !== undefined) return createPrivateKey(there)
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  await writeOnce(path, pemOf(privateKey), 0o600)
  return createPrivateKey(await readFile(path, 'utf8'))
}

/** Reads all keys; creates a key pair if there is none. */
export const openJwsKeys = async (directories: JwsDirectories): Promise<JwsKeys> => {
  await makeDirectories(directories)
  const signing = await signingKey(directories)
  const publicKey = createPublicKey(signing)
  await writeOnce(join(directories.publicKeys, publicName), pemOf(publicKey), 0o644)
  const names = (await readdir(directories.publicKeys)).filter((name) => name.endsWith('.pem')).sort()
  const checking: KeyObject[] = [publicKey]
  for (const name of names.slice(0, mostKeys)) {
    const text = await readIfThere(join(directories.publicKeys, name))
    const key = text === undefined ? undefined : createPublicKey(text)
    if (key && !checking.some((known) => known.equals(key))) checking.push(key)
  }
  return { signing, checking }
}

/** Replaces the key pair. The old public key is kept under another name, so that tokens signed with it remain valid. */
export const renewJwsKeys = async (directories: JwsDirectories): Promise<void> => {
  const { signing } = await openJwsKeys(directories)
  const old = pemOf(createPublicKey(signing))
  const digest = createHash('sha256').update(old).digest('hex').slice(0, 16)
  const [path, kept] = [publicName, `${digest}.pem`].map((name) => join(directories.publicKeys, name))
  await rename(path ?? '', kept ?? '')
  await rm(join(directories.privateKeys, privateName))
  await openJwsKeys(directories)
}

/** Whether a key pair has been created there. */
export const hasJwsKeys = async ({ privateKeys }: JwsDirectories): Promise<boolean> =>
  (await readIfThere(join(privateKeys, privateName))) !== undefined
