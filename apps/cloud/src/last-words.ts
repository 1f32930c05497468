import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@nimbo/kernel/log'

const fileIn = (stateDir: string): string => join(stateDir, 'nimbo.end')

/** One disk block: overwriting an allocated block works on a full disk, too. */
const room = 4_096
const syslogWithinMs = 2_000

/** A preallocated file for the error message of a process that crashes. */
export interface LastWords {
  write(words: string): void
  /** Clears the message: the process ended without an error. */
  forget(): void
}

const asBlock = (words: string): Buffer => {
  const block = Buffer.alloc(room, ' ')
  block.write(words)
  return block
}

/** Allocates the file in the state directory while there is disk space; the message of an earlier crash is kept. */
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

/** The message of the last cloud on a state directory when it crashed; undefined when it did not. */
export const lastWordsOn = async (stateDir: string): Promise<string | undefined> => {
  const words = await readFile(fileIn(stateDir), 'utf8').catch(() => '')
  return words.trim() || undefined
}

/** Sends a text to syslog where available, and waits for that. */
const tellSyslog = (text: string): void => {
  const args = ['--tag', 'nimbo', '--priority', 'daemon.crit', '--', text]
  spawnSync('logger', args, { timeout: syslogWithinMs, stdio: 'ignore' })
}

/**
 * Records an uncaught exception, which ends the process, in several places: besides standard error in the log, in syslog, and in
 * the preallocated file. Standard error and the log may be on a full disk.
 */
export const keepLastWords = (log: Log, reserved?: LastWords): void => {
  process.on('uncaughtExceptionMonitor', (error) => {
    log.error({ error }, 'the process ends because of an uncaught error')
    const words = `${new Date().toISOString()} ${error.stack ?? error.message}`
    tellSyslog(words)
    reserved?.write(words)
  })
}
