import { type Cipheriv, createCipheriv, createDecipheriv } from 'node:crypto'
import { Readable } from 'node:stream'
import { readBlobName } from '../../domain/blob-name.ts'
import { keyOf, type RootSecrets } from '../../domain/encryption/root-secrets.ts'
import type { ObjectBytes } from '../../driver/object-bytes.ts'

const algorithm = 'aes-256-ctr'
const blockLength = 16

/** The counter of a block. It may begin at nought for everything, since no two ids have the same key, and an id is used once. */
const counterAt = (block: number): Buffer => {
  const counter = Buffer.alloc(blockLength)
  counter.writeBigUInt64BE(BigInt(block), blockLength / 2)
  return counter
}

const through = (data: Readable, cipher: Pick<Cipheriv, 'update'>): Readable => {
  const ciphered = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of data as AsyncIterable<Uint8Array>) yield cipher.update(bytes)
  }
  return Readable.from(ciphered(), { objectMode: false })
}

/**
 * The same driver, with bytes encrypted on their way to it where their name says by which secret. They are as many as before,
 * so that any range can be decrypted by itself.
 */
export const encryptedBytes = (bytes: ObjectBytes, secrets: RootSecrets | undefined): ObjectBytes => {
  const keyFor = (id: string, secret: string): Buffer => {
    if (secrets === undefined) throw new Error(`${id} is encrypted, and there is no keymaster`)
    return keyOf(secrets, secret, `bytes/${id}`)
  }
  return {
    write: async (name, data) => {
      const { id, secret } = readBlobName(name)
      if (secret === undefined) return bytes.write(id, data)
      const cipher = createCipheriv(algorithm, keyFor(id, secret), counterAt(0))
      return bytes.write(id, through(data, cipher))
    },
    read: async (name, range) => {
      const { id, secret } = readBlobName(name)
      if (secret === undefined) return bytes.read(id, range)
      const first = range?.first ?? 0
      const decipher = createDecipheriv(
        algorithm,
        keyFor(id, secret),
        counterAt(Math.floor(first / blockLength)),
      )
      decipher.update(Buffer.alloc(first % blockLength))
      return through(await bytes.read(id, range), decipher)
    },
    remove: (name) => bytes.remove(readBlobName(name).id),
  }
}
