import { createReadStream, fstatSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { CliError } from '../../cloud/cli-error.ts'
import { measured } from '../../cloud/measured.ts'
import type { Session, Streams } from '../../cloud/session.ts'
import { flag, text } from '../../grammar/option.ts'

/** The options of commands that upload an image's data. */
export const contentOptions = {
  file: text('<file>', 'Local file with the data; it can also be piped in'),
  progress: flag('Show upload progress bar (ignored if passing data via stdin)'),
}

/** Whether data is piped in: standard input is neither a terminal nor a device such as /dev/null. */
const isFed = ({ isTTY, fd }: Streams['stdin']): boolean => {
  if (isTTY) return false
  return fd === undefined || !fstatSync(fd).isCharacterDevice()
}

/** The image's data: a file, or standard input; `undefined` for an image whose data is uploaded later. */
export const contentOf = async (
  session: Session,
  { file, progress }: { readonly file: string | undefined; readonly progress: boolean },
): Promise<Readable | undefined> => {
  const { stdin } = session.streams
  if (file === undefined) return isFed(stdin) ? stdin : undefined
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new CliError(`Image file ${file} not found`)
  const content = createReadStream(file)
  return progress ? measured(session, content, found.size) : content
}
