import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { rotatingFile } from './rotating-file.ts'

const rotation = { mostBytes: 16 * 1024 * 1024, kept: 4 }

/** The file of a cloud in which agents of ports write down what security groups do, made with its first line. */
export const securityLogIn = (stateDirectory: string): ((line: string) => void) => {
  let file: ReturnType<typeof rotatingFile> | undefined
  return (line) => {
    file ??= rotatingFile(join(stateDirectory, 'security-groups.log'), rotation)
    const bytes = Buffer.from(`${line}\n`)
    writeSync(file(bytes.length), bytes)
  }
}
