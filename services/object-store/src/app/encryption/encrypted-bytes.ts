import { type Cipheriv, createCipheriv, createDecipheriv, type Decipheriv } from 'node:crypto'
import { Readable } from 'node:stream'
import { blobName, readBlobName } from '../../domain/blob-name.ts'
import { keyOf, type RootSecrets } from '../../domain/encryption/root-secrets.ts'
import type { BytesRead, ObjectBytes, StoredCopy } from '../../driver/object-bytes.ts'

const algorithm = 'aes-256-ctr'
const blockLength = 16

/** The initial counter of a block. It starts at zero for every object, because each id has its own key and is used only once. */
const counterAt = (block: number): Buffer => {
  const counter = Buffer.alloc(blockLength)
  counter.writeBigUInt64BE(BigInt(block), blockLength / 2)
  return counter
}

const through = (data: Readable, cipher: Pick<Cipheriv, 'update'>): Readable => {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of data as AsyncIterable<Uint8Array>) yield cipher.update(bytes)
  }
  return Readable.from(pieces(), { objectMode: false })
}

const ciphered = (data: BytesRead, cipher: Pick<Cipheriv, 'update'>): BytesRead =>
  data instanceof Readable ? through(data, cipher) : cipher.update(data)

/**
 * Wraps a driver to encrypt the bytes whose name contains the id of a root secret. Encryption keeps the length, so any range can
 * be decrypted by itself.
 */
export const encryptedBytes = (bytes: ObjectBytes, secrets: RootSecrets | undefined): ObjectBytes => {
  const keyFor = (id: string, secret: string): Buffer => keyOfBytes(secrets, id, secret)
  const decipherOf = (id: string, secret: string, first: number): Decipheriv => {
    const counter = counterAt(Math.floor(first / blockLength))
    const decipher = createDecipheriv(algorithm, keyFor(id, secret), counter)
    decipher.update(Buffer.alloc(first % blockLength))
    return decipher
  }
  return {
    write: async (name, data) => {
      const { inner, id, secret } = namesOf(name)
      if (secret === undefined) return bytes.write(inner, data)
      const cipher = createCipheriv(algorithm, keyFor(id, secret), counterAt(0))
      return bytes.write(inner, through(data, cipher))
    },
    read: async (name, range) => {
      const { inner, id, secret } = namesOf(name)
      const data = await bytes.read(inner, range)
      return secret === undefined ? data : ciphered(data, decipherOf(id, secret, range?.first ?? 0))
    },
    remove: (name) => bytes.remove(namesOf(name).inner),
    copies: (name) => {
      const { inner, id, secret } = namesOf(name)
      const copies = bytes.copies?.(inner) ?? []
      if (secret === undefined) return copies
      const read = async (copy: StoredCopy): Promise<Readable | undefined> => {
        const data = await copy.read()
        return data && through(data, decipherOf(id, secret, 0))
      }
      return copies.map((copy) => ({ ...copy, read: () => read(copy) }))
    },
  }
}

const keyOfBytes = (secrets: RootSecrets | undefined, id: string, secret: string): Buffer => {
  if (secrets === undefined) throw new Error(`${id} is encrypted, and there is no keymaster`)
  return keyOf(secrets, secret, `bytes/${id}`)
}

/** All bytes of an object as the driver of `encryptedBytes` gets them. */
export const encryptedPiece = (
  secrets: RootSecrets | undefined,
  name: string,
  all: Uint8Array,
): Uint8Array => {
  const { id, secret } = readBlobName(name)
  if (secret === undefined) return all
  return createCipheriv(algorithm, keyOfBytes(secrets, id, secret), counterAt(0)).update(all)
}

/** Splits a blob name; `inner` is the name for the driver, without the id of the secret. */
const namesOf = (name: string) => {
  const named = readBlobName(name)
  return { ...named, inner: blobName({ ...named, secret: undefined }) }
}
