import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { notInjected } from './errors.ts'

const timeoutMs = 30_000

const sha512Crypt = /^\$6\$[./0-9A-Za-z]{16}\$[./0-9A-Za-z]{86}$/

/** The hash of a password for a guest's shadow file: SHA-512 crypt, made by OpenSSL, which reads the password from a pipe. */
export const hashPassword = async (password: string): Promise<string> => {
  // It would read the first line only.
  if (/[\r\n\0]/.test(password)) throw notInjected('the password has line breaks')
  const openssl = spawn('openssl', ['passwd', '-6', '-stdin', '-noverify'], {
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const failed = new Promise<never>((_, reject) => {
    openssl.once('error', ({ message }) => reject(notInjected(`openssl: ${message}`)))
  })
  openssl.stdin.on('error', () => {}).end(`${password}\n`)
  const hash = (await Promise.race([text(openssl.stdout), failed])).trim()
  if (!sha512Crypt.test(hash)) throw notInjected('openssl makes no hash')
  return hash
}
