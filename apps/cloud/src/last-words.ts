import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@nimbo/kernel/log'

const fileIn = (stateDir: string): string => join(stateDir, 'nimbo.end')

/** One block: what stands in it can be written over when the disk has no other left. */
const room = 4_096
const syslogWithinMs = 2_000

/** Room on the disk for what a process says when it ends by an error. */
export interface LastWords {
  write(words: string): void
  /** All is well: there are none. */
  forget(): void
}

const asBlock = (words: string): Buffer => {
  const block = Buffer.alloc(room, ' ')
  block.write(words)
  return block
}

/** Takes the room, on the disk of the state directory, while there is some; an earlier end stays to be read. */
export const reserveLastWords = (stateDir: string): LastWords => {
  const file = openSync(fileIn(stateDir), 'a', 0o600)
  try {
    if (fstatSync(file).size < room) writeSync(file, asBlock(''))
  } finally {
    closeSync(file)
  }
  const write = (words: string): void => {
    const reserved = openSync(fileIn(stateDir), 'r+')
    writeSync(reserved, asBlock(words), 0, room, 0)
    closeSync(reserved)
  }
  return { write, forget: () => write('') }
}

/** What the last cloud on a state directory said when it ended by an error; undefined when it did not. */
export const lastWordsOn = async (stateDir: string): Promise<string | undefined> => {
  const words = await readFile(fileIn(stateDir), 'utf8').catch(() => '')
  return words.trim() || undefined
}

/** Hands a text to the system's log, where the machine has one, before it returns. */
const tellSyslog = (text: string): void => {
  const args = ['--tag', 'nimbo', '--priority', 'daemon.crit', '--', text]
  spawnSync('logger', args, { timeout: syslogWithinMs, stdio: 'ignore' })
}

/**
 * Has an error that nobody caught, which ends the process, told wherever it may be found: besides standard error in the
 * log, in the system's log, and in the room reserved for it. The first two may lie on a disk that is full.
 */
export const keepLastWords = (log: Log, reserved?: LastWords): void => {
  process.on('uncaughtExceptionMonitor', (error) => {
    log.error({ err: error }, 'the process ends by an error nobody has caught')
    const words = `${new Date().toISOString()} ${error.stack ?? error.message}`
    tellSyslog(words)
    reserved?.write(words)
  })
}
