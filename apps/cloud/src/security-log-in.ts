import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { rotatingFile } from './rotating-file.ts'

const rotation = { mostBytes: 16 * 1024 * 1024, kept: 4 }

/**
 * Returns a function that appends lines to the log of security groups, in which port agents record accepted and dropped packets;
 * the file is created with the first line.
 */
export const securityLogIn = (stateDirectory: string): ((line: string) => void) => {
  let file: ReturnType<typeof rotatingFile> | undefined
  return (line) => {
    file ??= rotatingFile(join(stateDirectory, 'security-groups.log'), rotation)
    const bytes = Buffer.from(`${line}\n`)
    writeSync(file(bytes.length), bytes)
  }
}
