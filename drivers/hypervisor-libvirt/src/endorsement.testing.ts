import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const tpmProgram = '/usr/bin/swtpm'

/** TPM2_CreatePrimary in the hierarchy of endorsement, without passwords: an ECC key, derived from the seed of the TPM. */
const createPrimary = (): Buffer => {
  const password = '00000009 40000009 0000 00 0000'
  const sensitive = '0004 0000 0000'
  const ecc = '0023 000b 00030072 0000 0006 0080 0043 0010 0003 0010 0000 0000'
  const key = Buffer.from(ecc.replaceAll(' ', ''), 'hex')
  const size = key.length.toString(16).padStart(4, '0')
  const body = `00000131 4000000b ${password} ${sensitive} ${size} ${key.toString('hex')} 0000 00000000`
  const bytes = Buffer.from(body.replaceAll(' ', ''), 'hex')
  const head = Buffer.alloc(6)
  head.writeUInt16BE(0x8002)
  head.writeUInt32BE(head.length + bytes.length, 2)
  return Buffer.concat([head, bytes])
}

const connected = async (path: string): Promise<Socket> => {
  for (const end = Date.now() + 10_000; ; await pause(50)) {
    const socket = connect(path)
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** The place of the key in the answer: after the header, its handle, and the size of the parameters. */
const keyAt = 18

const answerOf = async (socket: Socket, command: Buffer): Promise<Buffer> => {
  socket.write(command)
  const pieces: Buffer[] = []
  for await (const piece of socket) {
    pieces.push(piece)
    const answer = Buffer.concat(pieces)
    if (answer.length >= 6 && answer.length >= answer.readUInt32BE(2)) return answer
  }
  throw new Error('swtpm has closed the connection')
}

/**
 * The public part of a key that a TPM of version 2.0 makes from its seed, so that two states are known to be of the same TPM. Reads
 * a copy of the state, which must be encrypted with the passphrase.
 */
export const endorsementOf = async (state: string, passphrase: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-endorsement-'))
  try {
    await cp(join(state, 'tpm2'), join(directory, 'state'), { recursive: true })
    const [key, path] = [join(directory, 'key'), join(directory, 'socket')]
    await writeFile(key, passphrase)
    const args = ['socket', '--tpm2', '--terminate', '--tpmstate', `dir=${join(directory, 'state')}`]
    const more = ['--key', `pwdfile=${key},mode=aes-256-cbc`, '--server', `type=unixio,path=${path}`]
    const flags = ['--flags', 'not-need-init,startup-clear']
    const child = spawn(tpmProgram, [...args, ...more, ...flags], { stdio: 'ignore' })
    const over = once(child, 'close')
    try {
      const socket = await connected(path)
      const answer = await answerOf(socket, createPrimary())
      socket.destroy()
      if (answer.readUInt32BE(6) !== 0) throw new Error(`the TPM has answered ${answer.toString('hex')}`)
      return answer.toString('hex', keyAt, keyAt + 2 + answer.readUInt16BE(keyAt))
    } finally {
      child.kill()
      await over
    }
  } finally {
    await rm(directory, { recursive: true })
  }
}
